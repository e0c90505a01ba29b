import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportReply } from './messages.ts';
import { runImport } from './run-import.ts';

/** Worker whose replies the test sends. */
class FakeWorker extends EventTarget {
  static last: FakeWorker;
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();
  constructor() {
    super();
    FakeWorker.last = this;
  }
  reply(data: ImportReply) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const reportErrorMock = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('reportError', reportErrorMock);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const request = { type: 'source', source: { type: 'text', text: 'a;b' } } as const;
function start() {
  const onProgress = vi.fn();
  const stop = new AbortController();
  return { onProgress, stop, result: runImport(request, { onProgress, signal: stop.signal }) };
}

it('P11.17 an import reports its progress, returns the result of the worker and ends the worker', async () => {
  const { onProgress, result } = start();
  FakeWorker.last.reply({ type: 'progress', share: 0.5 });
  FakeWorker.last.reply({ type: 'done', result: [] });
  await expect(result).resolves.toEqual([]);
  expect(onProgress).toHaveBeenCalledExactlyOnceWith(0.5);
  expect(FakeWorker.last.terminate).toHaveBeenCalledOnce();
});

it('P11.18 an import rejects with the reason of the worker, and reports only failures of the program', async () => {
  const rejected = start();
  FakeWorker.last.reply({ type: 'rejected', code: 'macros' });
  await expect(rejected.result).rejects.toMatchObject({ code: 'macros' });
  expect(reportErrorMock).not.toHaveBeenCalled();
  const crashed = start();
  FakeWorker.last.reply({ type: 'crashed', text: 'TypeError: x' });
  await expect(crashed.result).rejects.toThrow('TypeError: x');
  expect(reportErrorMock).toHaveBeenCalledOnce();
});

it('P11.18 an import that takes too long is stopped', async () => {
  const { result } = start();
  const outcome = expect(result).rejects.toMatchObject({ code: 'too_slow' });
  await vi.advanceTimersByTimeAsync(90_000);
  await outcome;
  expect(FakeWorker.last.terminate).toHaveBeenCalledOnce();
});

it('P11.18 a newer import stops the earlier one without an error report', async () => {
  const { stop, result } = start();
  stop.abort();
  await expect(result).rejects.toThrow();
  expect(FakeWorker.last.terminate).toHaveBeenCalledOnce();
  expect(reportErrorMock).not.toHaveBeenCalled();
});

it('P11.18 an import whose worker cannot be loaded rejects with the code for a missing reader', async () => {
  const { result } = start();
  FakeWorker.last.dispatchEvent(new Event('error'));
  await expect(result).rejects.toMatchObject({ code: 'reader_not_loaded' });
});
