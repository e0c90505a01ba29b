import { act, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  getOrCreateCoverElement,
  coverScreen,
  blockKeysWhileCovered,
  uncoverScreen,
  useIsCovered,
} from './screen-cover.ts';

blockKeysWhileCovered();
afterEach(() => act(uncoverScreen));

const SampleCamera = () => <output>{useIsCovered() ? 'apagada' : 'encendida'}</output>;
const PageBelow = () => (
  <>
    <input aria-label="Documento" defaultValue="123" />
    <SampleCamera />
    {createPortal(<input aria-label="Contraseña" />, getOrCreateCoverElement())}
  </>
);

describe('Lock Lock: page behind the locked screen', () => {
  it('a covered page is inert and invisible except for the cover layer; uncovering it restores the focus', () => {
    const { baseElement } = render(<PageBelow />);
    const field = screen.getByLabelText('Documento');
    field.focus();
    act(coverScreen);
    expect(document.documentElement.hasAttribute('data-covered')).toBe(true);
    expect(field.closest<HTMLElement>('body > *')?.inert).toBe(true);
    expect(getOrCreateCoverElement().inert).not.toBe(true);
    expect(baseElement.ownerDocument.activeElement).toBe(document.body);
    act(uncoverScreen);
    expect(document.documentElement.hasAttribute('data-covered')).toBe(false);
    expect(field.closest<HTMLElement>('body > *')?.inert).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  it('covering the page notifies components that must stop, such as the camera', () => {
    render(<PageBelow />);
    expect(screen.getByRole('status').textContent).toBe('encendida');
    act(coverScreen);
    expect(screen.getByRole('status', { hidden: true }).textContent).toBe('apagada');
  });

  it('a covered page receives no key event, even when the user types in the password field', () => {
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    window.addEventListener('keydown', heard, true);
    render(<PageBelow />);
    act(coverScreen);
    fireEvent.keyDown(document.body, { key: ' ' });
    fireEvent.keyDown(screen.getByLabelText('Contraseña'), { key: 'Escape' });
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Contraseña'), { key: ' ' });
    expect(heard).toHaveBeenCalledOnce(); // Only the capture listener gets the space key; the signature pad listens in the bubbling phase.
    act(uncoverScreen);
    fireEvent.keyDown(document.body, { key: ' ' });
    expect(heard).toHaveBeenCalledTimes(3);
    window.removeEventListener('keydown', heard);
    window.removeEventListener('keydown', heard, true);
  });
});
