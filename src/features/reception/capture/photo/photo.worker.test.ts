import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';

const compressWithCanvasMock = vi.hoisted(() => vi.fn());
vi.mock('./photo-ladder.ts', () => ({ compressWithCanvas: compressWithCanvasMock }));

const fakeWorkerScope = Object.assign(new EventTarget(), { postMessage: vi.fn() });
const reportErrorMock = vi.fn();
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('self', fakeWorkerScope);
  vi.stubGlobal('reportError', reportErrorMock);
});
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['a picture that cannot be decoded', new DOMException('', 'InvalidStateError'), 0],
  ['a bug', new TypeError('of ours'), 1],
])(
  'P10.35 the photo worker posts the failure to the page for %s, and logs an error to the console only for a bug',
  async (_what, error, times) => {
    await import('./photo.worker.ts');
    compressWithCanvasMock.mockRejectedValueOnce(error);
    fakeWorkerScope.dispatchEvent(new MessageEvent('message', { data: new Blob([]) }));
    await retryUntilPassing(() =>
      expect(fakeWorkerScope.postMessage).toHaveBeenCalledExactlyOnceWith('failed', { transfer: [] }),
    );
    expect(reportErrorMock).toHaveBeenCalledTimes(times);
  },
);
