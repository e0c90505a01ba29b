import { act, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coverLayer, coverScreen, guardKeys, uncoverScreen, useCovered } from './screen-cover.ts';

guardKeys();
afterEach(() => act(uncoverScreen));

const Camera = () => <output>{useCovered() ? 'apagada' : 'encendida'}</output>;
const Below = () => (
  <>
    <input aria-label="Documento" defaultValue="123" />
    <Camera />
    {createPortal(<input aria-label="Contraseña" />, coverLayer())}
  </>
);

describe('Lock hides the page', () => {
  it('all but its own layer is inert and out of sight, and the focus comes back to where it was', () => {
    const { baseElement } = render(<Below />);
    const field = screen.getByLabelText('Documento');
    field.focus();
    act(coverScreen);
    expect(document.documentElement.hasAttribute('data-covered')).toBe(true);
    expect(field.closest<HTMLElement>('body > *')?.inert).toBe(true);
    expect(coverLayer().inert).not.toBe(true);
    expect(baseElement.ownerDocument.activeElement).toBe(document.body);
    act(uncoverScreen);
    expect(document.documentElement.hasAttribute('data-covered')).toBe(false);
    expect(field.closest<HTMLElement>('body > *')?.inert).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  it('who must not go on unseen hears of it', () => {
    render(<Below />);
    expect(screen.getByRole('status').textContent).toBe('encendida');
    act(coverScreen);
    expect(screen.getByRole('status', { hidden: true }).textContent).toBe('apagada');
  });

  it('no key reaches what lies below, neither from there nor from the password', () => {
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    window.addEventListener('keydown', heard, true);
    render(<Below />);
    act(coverScreen);
    fireEvent.keyDown(document.body, { key: ' ' });
    fireEvent.keyDown(screen.getByLabelText('Contraseña'), { key: 'Escape' });
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Contraseña'), { key: ' ' });
    expect(heard).toHaveBeenCalledOnce(); // On its way down only; the space key of the signature listens on the way up.
    act(uncoverScreen);
    fireEvent.keyDown(document.body, { key: ' ' });
    expect(heard).toHaveBeenCalledTimes(3);
    window.removeEventListener('keydown', heard);
    window.removeEventListener('keydown', heard, true);
  });
});
