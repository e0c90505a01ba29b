import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compressPhoto } from './compress-photo.ts';

const terminateWorkerMock = vi.fn();
class SilentWorker extends EventTarget {
  static last: SilentWorker;
  terminate = terminateWorkerMock;
  postMessage = vi.fn();
  constructor() {
    super();
    SilentWorker.last = this;
  }
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('OffscreenCanvas', EventTarget);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const picture = new Blob(['a picture']);

it('P10.35 the photo compression returns the result of its worker and terminates the worker', async () => {
  const answer = compressPhoto(picture);
  const made = { bytes: new ArrayBuffer(2), mime: 'image/jpeg', name: 'photo.jpg' };
  expect(SilentWorker.last.postMessage).toHaveBeenCalledWith(picture, []);
  SilentWorker.last.dispatchEvent(new MessageEvent('message', { data: made }));
  expect(await answer).toEqual(made);
  expect(terminateWorkerMock).toHaveBeenCalledTimes(1);
});

it('P10.35 the photo compression fails and reports an error when its worker crashes, for example without memory', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const answer = compressPhoto(picture);
  SilentWorker.last.dispatchEvent(new Event('error'));
  expect(await answer).toBe('failed');
  expect(terminateWorkerMock).toHaveBeenCalledTimes(1);
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('the photo worker crashed'));
});

const canvasCompressionMock = vi.hoisted(() => vi.fn());
vi.mock('./photo-ladder.ts', () => ({ compressWithCanvas: canvasCompressionMock }));
it.each([
  ['a picture that cannot be decoded is not', new DOMException('', 'EncodingError'), 0],
  ['a bug is', new TypeError('of ours'), 1],
])(
  'P10.35 the page itself compresses the photo when no worker is available; if this fails, %s reported',
  async (_what, error, times) => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    vi.stubGlobal('Worker', undefined);
    canvasCompressionMock.mockRejectedValueOnce(error);
    expect(await compressPhoto(picture)).toBe('failed');
    expect(reported).toHaveBeenCalledTimes(times);
  },
);

it('P10.35 the photo compression fails and terminates its worker after half a minute without a result', async () => {
  const answer = compressPhoto(picture);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(terminateWorkerMock).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toBe('failed');
  expect(terminateWorkerMock).toHaveBeenCalledTimes(1);
});
