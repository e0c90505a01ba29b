import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hideToast, toast } from './toast.ts';

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  notifications.clean();
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  );
});

it('P10.53 the page shows only the newest toast and removes a toast whose message is outdated', async () => {
  toast('error', 'Falló el concepto.', 'concept 1');
  expect(await screen.findByText('Falló el concepto.')).toBeTruthy();
  toast('ok', 'Notas guardadas.');
  expect(await screen.findByText('Notas guardadas.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Falló el concepto.')).toBeNull());
  toast('error', 'Falló otra vez.', 'concept 1');
  toast('error', 'Falló otra vez.', 'concept 1');
  await waitFor(() => expect(screen.getAllByText('Falló otra vez.')).toHaveLength(1));
  hideToast('concept 1');
  await waitFor(() => expect(screen.queryByText('Falló otra vez.')).toBeNull());
});

it.each(['warn', 'error'] as const)(
  'P8 a toast of kind %s closes after a while, so that it does not cover a button permanently',
  async (kind) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    toast(kind, 'No se pudo.');
    expect(await screen.findByText('No se pudo.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByText('No se pudo.')).toBeNull();
  },
);
