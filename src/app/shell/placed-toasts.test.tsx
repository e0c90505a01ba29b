// In jsdom: a toast and the page that it was shown on.
import { MantineProvider } from '@mantine/core';
import * as library from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '#ui/notices/toast.ts';
import { theme } from '#ui/theme/theme.ts';
import { placedToasts } from './placed-toasts.tsx';

const PlacedToasts = placedToasts(library);

let go: (path: string) => void;

function Steering() {
  const navigate = useNavigate();
  useEffect(() => {
    go = (path) => void navigate(path);
  }, [navigate]);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  library.notifications.clean();
  render(
    <MantineProvider theme={theme} env="test">
      <MemoryRouter initialEntries={['/pending']}>
        <Steering />
        <PlacedToasts />
      </MemoryRouter>
    </MantineProvider>,
  );
});
afterEach(() => vi.useRealTimers());

const leadTo = (path: string, afterMs: number) => {
  vi.setSystemTime(Date.now() + afterMs);
  act(() => go(path));
};

describe('P10.53 a toast stays on the page that it is about', () => {
  it('and goes with it', async () => {
    toast('error', 'No se pudo.');
    expect(await screen.findByText('No se pudo.')).toBeTruthy();
    leadTo('/home', 1_500);
    await waitFor(() => expect(screen.queryByText('No se pudo.')).toBeNull());
  });

  it('which may be the page that was led to by what it says', async () => {
    toast('ok', 'Empresa creada.');
    expect(await screen.findByText('Empresa creada.')).toBeTruthy();
    leadTo('/home', 200);
    expect(await screen.findByText('Empresa creada.')).toBeTruthy();
  });
});
