import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCardScanner } from './card-scanner.ts';

let listenerCount = 0;
class CountingWorker extends EventTarget {
  static last: CountingWorker;
  constructor() {
    super();
    CountingWorker.last = this;
  }
  postMessage = () => undefined;
  override addEventListener(...[type, listener, options]: Parameters<EventTarget['addEventListener']>) {
    listenerCount += 1;
    const { signal } = options as AddEventListenerOptions;
    signal?.addEventListener('abort', () => (listenerCount -= 1));
    super.addEventListener(type, listener, options);
  }
}

beforeEach(() => {
  listenerCount = 0;
  vi.stubGlobal('Worker', CountingWorker);
});
afterEach(() => void vi.unstubAllGlobals());

const frame = {} as ImageBitmap;

it('P10.30 the card scanner removes its listeners after each frame', async () => {
  const { look } = startCardScanner();
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = look({ frame, turn });
    CountingWorker.last.dispatchEvent(new MessageEvent('message', { data: null }));
    expect(await answer).toBeNull();
    expect(listenerCount).toBe(0);
  }
});

it('P10.30 a card scan rejects when the worker crashes', async () => {
  const answer = startCardScanner().look({ frame, turn: 0 });
  CountingWorker.last.dispatchEvent(new Event('error'));
  await expect(answer).rejects.toThrow('the card worker crashed');
  expect(listenerCount).toBe(0);
});
