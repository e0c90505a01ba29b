import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkerRetired, keepDraining } from './keep-draining.ts';

const outboxMock = vi.hoisted(() => ({
  drainInThisContext: vi.fn(() => Promise.resolve('drained')),
  findNextDrainTimeForAccount: vi.fn((): Promise<number | null> => Promise.resolve(0)),
}));
vi.mock('#sync/outbox/outbox.ts', () => outboxMock);

const registerSyncTagMock = vi.fn((_tag: string) => Promise.resolve());
const registration = { sync: { register: registerSyncTagMock } } as unknown as ServiceWorkerRegistration;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  outboxMock.findNextDrainTimeForAccount.mockResolvedValue(0);
});
afterEach(() => vi.useRealTimers());

it('S17 the sync event ends as soon as no item can be sent automatically', async () => {
  outboxMock.findNextDrainTimeForAccount.mockResolvedValueOnce(0).mockResolvedValue(null);
  const draining = keepDraining(registration, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(500);
  await draining;
  expect(outboxMock.drainInThisContext).toHaveBeenCalledTimes(2);
  expect(registerSyncTagMock).not.toHaveBeenCalled();
});

it('S17 the worker registers another sync event before the browser ends the present one', async () => {
  const draining = keepDraining(registration, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(150_000);
  await draining;
  expect(registerSyncTagMock).toHaveBeenCalledExactlyOnceWith('outbox');
});

it('S17 the worker rejects the sync event at once when a newer version takes over, so that the browser repeats the event for that version', async () => {
  const retiring = new AbortController();
  const draining = keepDraining(registration, retiring.signal);
  const ended = expect(draining).rejects.toBeInstanceOf(WorkerRetired);
  await vi.advanceTimersByTimeAsync(100);
  retiring.abort();
  await ended;
  expect(outboxMock.drainInThisContext).toHaveBeenCalledTimes(1);
  expect(registerSyncTagMock).not.toHaveBeenCalled();
});
