import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { SyncPill } from './sync-pill.tsx';

const syncCountsMock = vi.hoisted(() => ({
  unsent: 0,
  wrote: (): void => undefined,
  summarise: vi.fn(() => Promise.resolve({ unsent: syncCountsMock.unsent, attention: 0, sending: 0 })),
}));
vi.mock('#storage/database/live/observe-writes.ts', () => ({
  observeWrites: (_tables: readonly string[], react: () => void) => {
    syncCountsMock.wrote = react;
    return () => undefined;
  },
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  readSyncSummary: syncCountsMock.summarise,
  countEntriesOnDevice: () => Promise.resolve(syncCountsMock.unsent),
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: 'up', since: 0 }),
}));

const advanceTimers = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('P10.261 the sync pill counts the entries only once, within half a second, when many rows are written at the same time', async () => {
  renderScreen(<SyncPill ownerId="u1" />);
  await advanceTimers(0);
  expect(screen.getByText('Todo enviado')).toBeTruthy();
  syncCountsMock.summarise.mockClear();
  syncCountsMock.unsent = 3;
  for (let write = 0; write < 20; write += 1) syncCountsMock.wrote();
  await advanceTimers(0);
  expect(syncCountsMock.summarise).not.toHaveBeenCalled();
  await advanceTimers(500);
  expect(syncCountsMock.summarise).toHaveBeenCalledTimes(1);
  expect(screen.getByText('3 por enviar')).toBeTruthy();
});
