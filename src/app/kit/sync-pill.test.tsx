import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { SyncPill } from './sync-pill.tsx';

const deviceMock = vi.hoisted(() => ({
  unsent: 0,
  wrote: (): void => undefined,
  summarise: vi.fn(() => Promise.resolve({ unsent: deviceMock.unsent, attention: 0, sending: 0 })),
}));
vi.mock('#storage/database/observe-writes.ts', () => ({
  observeWrites: (_tables: readonly string[], react: () => void) => {
    deviceMock.wrote = react;
    return () => undefined;
  },
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  readSyncSummary: deviceMock.summarise,
  countEntries: () => Promise.resolve(deviceMock.unsent),
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
  deviceMock.summarise.mockClear();
  deviceMock.unsent = 3;
  for (let write = 0; write < 20; write += 1) deviceMock.wrote();
  await advanceTimers(0);
  expect(deviceMock.summarise).not.toHaveBeenCalled();
  await advanceTimers(500);
  expect(deviceMock.summarise).toHaveBeenCalledTimes(1);
  expect(screen.getByText('3 por enviar')).toBeTruthy();
});
