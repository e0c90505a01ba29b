import { MantineProvider } from '@mantine/core';
import * as library from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '#ui/notices/toast.ts';
import { theme } from '#ui/theme/theme.ts';
import { createPlacedToasts } from './placed-toasts.tsx';

const PlacedToasts = createPlacedToasts(library);

let navigateTo: (path: string) => void;

function NavigationCapture() {
  const navigate = useNavigate();
  useEffect(() => {
    navigateTo = (path) => void navigate(path);
  }, [navigate]);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  library.notifications.clean();
  render(
    <MantineProvider theme={theme} env="test">
      <MemoryRouter initialEntries={['/pending']}>
        <NavigationCapture />
        <PlacedToasts />
      </MemoryRouter>
    </MantineProvider>,
  );
});
afterEach(() => vi.useRealTimers());

const navigateAfter = (path: string, afterMs: number) => {
  vi.setSystemTime(Date.now() + afterMs);
  act(() => navigateTo(path));
};

/** Waits two frames, because the toast checks its position in the frame after it is drawn. */
const waitTwoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

function addControl(): HTMLElement {
  const button = document.body.appendChild(document.createElement('button'));
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 600, 1_024, 168));
  return button;
}

it('P10.333 the toast moves when a button appears under the toast', async () => {
  toast('warn', 'Usuario creado.');
  await screen.findByText('Usuario creado.');
  const root = document.querySelector<HTMLElement>('.mantine-Notifications-root')!;
  await waitTwoFrames();
  const toastBottom = () => parseFloat(root.style.bottom);
  expect(toastBottom()).toBe(16);
  const control = addControl();
  await waitFor(() => expect(toastBottom()).toBeGreaterThanOrEqual(168));
  control.remove();
});

describe('P10.53 toast after a navigation', () => {
  it('the toast closes when the user leaves the page on which the toast appeared', async () => {
    toast('error', 'No se pudo.');
    expect(await screen.findByText('No se pudo.')).toBeTruthy();
    navigateAfter('/home', 1_500);
    await waitFor(() => expect(screen.queryByText('No se pudo.')).toBeNull());
  });

  it('the toast stays when the action that it reports opens another page', async () => {
    toast('ok', 'Empresa creada.');
    expect(await screen.findByText('Empresa creada.')).toBeTruthy();
    navigateAfter('/home', 200);
    expect(await screen.findByText('Empresa creada.')).toBeTruthy();
  });
});
