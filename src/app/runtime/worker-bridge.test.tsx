import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrainReason } from '#sync/outbox/sending/messages.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { routeDrainsToWorker } from './worker-bridge.ts';

const outboxMock = vi.hoisted(() => ({
  requester: (_reason: string): void => undefined,
  drainInThisContext: vi.fn((_reason: string) => Promise.resolve('drained')),
  isAnythingOnItsWay: vi.fn((): Promise<boolean> => Promise.resolve(false)),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({
  drainInThisContext: outboxMock.drainInThisContext,
  hasItemsToSend: outboxMock.isAnythingOnItsWay,
  setDrainRequester: (requester: (reason: string) => void) => {
    outboxMock.requester = requester;
  },
}));

type MessageReceiver = (message: unknown, ports: MessagePort[]) => void;
const registerSyncMock = vi.fn((_tag: string) => Promise.resolve());

/** Simulates the page's service worker, which passes each message to `receive`; null simulates a page without a worker. */
function stubWorkerAndRouteDrains(receive: MessageReceiver | null, route = routeDrainsToWorker) {
  const controller = receive && { postMessage: receive };
  const getRegistration = () => Promise.resolve({ active: {}, sync: { register: registerSyncMock } });
  vi.stubGlobal('navigator', { serviceWorker: { controller, getRegistration } });
  route();
}
const requestDrainFor = (reason: DrainReason) => outboxMock.requester(reason);
const acceptDrain: MessageReceiver = (_message, [port]) => port?.postMessage({ type: 'accepted' });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('S20 the page requests persistent storage at the first registration', async () => {
  // Loads the module again, because it requests persistent storage only once, and an earlier test may have caused this request.
  vi.resetModules();
  stubWorkerAndRouteDrains(acceptDrain, (await import('./worker-bridge.ts')).routeDrainsToWorker);
  const persist = vi.fn(() => Promise.resolve(false));
  Object.assign(navigator, { storage: { persist } });
  requestDrainFor('start');
  expect(persist).not.toHaveBeenCalled();
  requestDrainFor('enqueue');
  requestDrainFor('enqueue');
  expect(persist).toHaveBeenCalledOnce();
  await retryUntilPassing(() => expect(outboxMock.isAnythingOnItsWay).toHaveBeenCalledTimes(3));
  expect(outboxMock.drainInThisContext).not.toHaveBeenCalled();
});

describe('drain in the service worker or in the page', () => {
  it('S18 the page leaves the drain to the service worker when the worker accepts the request', async () => {
    const asked: unknown[] = [];
    stubWorkerAndRouteDrains((message, ports) => {
      asked.push(message);
      acceptDrain(message, ports);
    });
    outboxMock.isAnythingOnItsWay.mockResolvedValueOnce(true);
    requestDrainFor('enqueue');
    await retryUntilPassing(() => expect(registerSyncMock).toHaveBeenCalledExactlyOnceWith('outbox'));
    expect(asked).toEqual([{ type: 'drain', reason: 'enqueue' }]);
    expect(outboxMock.drainInThisContext).not.toHaveBeenCalled();
  });

  it("S17 the page requests no background sync from the browser when each item is sent or requires a user's action", async () => {
    stubWorkerAndRouteDrains(acceptDrain);
    requestDrainFor('start');
    await retryUntilPassing(() => expect(outboxMock.isAnythingOnItsWay).toHaveBeenCalled());
    expect(registerSyncMock).not.toHaveBeenCalled();
  });

  it('S18 the page drains the outbox itself when there is no service worker', async () => {
    stubWorkerAndRouteDrains(null);
    requestDrainFor('online');
    await retryUntilPassing(() =>
      expect(outboxMock.drainInThisContext).toHaveBeenCalledExactlyOnceWith('online'),
    );
  });

  it('S18 the page drains the outbox itself when the service worker does not respond within 2 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stubWorkerAndRouteDrains(() => undefined);
    requestDrainFor('person');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(outboxMock.drainInThisContext).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outboxMock.drainInThisContext).toHaveBeenCalledExactlyOnceWith('person');
  });
});
