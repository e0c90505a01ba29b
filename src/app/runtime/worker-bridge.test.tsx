import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DrainReason } from '#sync/outbox/messages.ts';
import { eventually } from '#tests/support/base/eventually.ts';
import { routeDrainsToWorker } from './worker-bridge.ts';

const outbox = vi.hoisted(() => ({
  requester: (_reason: string): void => undefined,
  drainInThisContext: vi.fn((_reason: string) => Promise.resolve('drained')),
  isAnythingOnItsWay: vi.fn((): Promise<boolean> => Promise.resolve(false)),
}));
vi.mock('#sync/outbox/outbox.ts', () => ({
  drainInThisContext: outbox.drainInThisContext,
  hasItemsToSend: outbox.isAnythingOnItsWay,
  setDrainRequester: (requester: (reason: string) => void) => {
    outbox.requester = requester;
  },
}));

type Receive = (message: unknown, ports: MessagePort[]) => void;
const register = vi.fn((_tag: string) => Promise.resolve());

/** Simulates the page's service worker, which passes each message to `receive`; null simulates a page without a worker. */
function workerThat(receive: Receive | null, route = routeDrainsToWorker) {
  const controller = receive && { postMessage: receive };
  const getRegistration = () => Promise.resolve({ active: {}, sync: { register } });
  vi.stubGlobal('navigator', { serviceWorker: { controller, getRegistration } });
  route();
}
const request = (reason: DrainReason) => outbox.requester(reason);
const accept: Receive = (_message, [port]) => port?.postMessage({ type: 'accepted' });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('S20 the page requests persistent storage at the first registration', async () => {
  // Loads the module again, because it makes the request only once and another test may have caused it.
  vi.resetModules();
  workerThat(accept, (await import('./worker-bridge.ts')).routeDrainsToWorker);
  const persist = vi.fn(() => Promise.resolve(false));
  Object.assign(navigator, { storage: { persist } });
  request('start');
  expect(persist).not.toHaveBeenCalled();
  request('enqueue');
  request('enqueue');
  expect(persist).toHaveBeenCalledOnce();
  await eventually(() => expect(outbox.isAnythingOnItsWay).toHaveBeenCalledTimes(3));
  expect(outbox.drainInThisContext).not.toHaveBeenCalled();
});

describe('drain in the service worker or in the page', () => {
  it('S18 the page leaves the drain to the service worker when the worker accepts the request', async () => {
    const asked: unknown[] = [];
    workerThat((message, ports) => {
      asked.push(message);
      accept(message, ports);
    });
    outbox.isAnythingOnItsWay.mockResolvedValueOnce(true);
    request('enqueue');
    await eventually(() => expect(register).toHaveBeenCalledExactlyOnceWith('outbox'));
    expect(asked).toEqual([{ type: 'drain', reason: 'enqueue' }]);
    expect(outbox.drainInThisContext).not.toHaveBeenCalled();
  });

  it('S17 the page requests no background sync from the browser when all items are sent or need a user', async () => {
    workerThat(accept);
    request('start');
    await eventually(() => expect(outbox.isAnythingOnItsWay).toHaveBeenCalled());
    expect(register).not.toHaveBeenCalled();
  });

  it('S18 the page drains the outbox itself when there is no service worker', async () => {
    workerThat(null);
    request('online');
    await eventually(() => expect(outbox.drainInThisContext).toHaveBeenCalledExactlyOnceWith('online'));
  });

  it('S18 the page drains the outbox itself when the service worker does not respond within 2 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    workerThat(() => undefined);
    request('person');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(outbox.drainInThisContext).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outbox.drainInThisContext).toHaveBeenCalledExactlyOnceWith('person');
  });
});
