import { RosterFileError } from './file-problem.ts';
import type { ImportReply, ImportRequest, ImportResults } from './messages.ts';

/** Time after which the worker is stopped, ms: a file that takes longer was made to. */
const IMPORT_MAX_MS = 90_000;

interface ImportOptions {
  /** Called with the done part of the work, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Stops the worker; the promise then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

const toError = (reply: Extract<ImportReply, { type: 'rejected' | 'crashed' }>): Error =>
  reply.type === 'rejected'
    ? new RosterFileError(reply.code)
    : new Error(`the import worker failed with ${reply.text}`);

/** Returns the error for a failed worker. Browsers report a script that cannot be loaded without an error message. */
const toStartError = (event: Event): Error =>
  'message' in event
    ? new Error(`the import worker crashed: ${String(event.message)}`)
    : new RosterFileError('reader_not_loaded');

/**
 * Reads a list, or its rows, in a new worker, which ends afterwards. A failure that no file should cause is reported to the
 * console.
 * @throws RosterFileError for a list that is not read
 */
export async function runImport<Type extends ImportRequest['type']>(
  request: Extract<ImportRequest, { type: Type }>,
  { onProgress, signal }: ImportOptions,
): Promise<ImportResults[Type]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  const over = new AbortController();
  const result = new Promise<ImportResults[Type]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new RosterFileError('too_slow')), IMPORT_MAX_MS);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: over.signal });
    worker.addEventListener('message', ({ data }: MessageEvent<ImportReply>) => {
      if (data.type === 'progress') onProgress(data.share);
      else if (data.type === 'done') resolve(data.result as ImportResults[Type]);
      else reject(toError(data));
    });
    worker.addEventListener('error', (event) => reject(toStartError(event)));
    worker.postMessage(request, []);
  });
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof RosterFileError) && !signal.aborted) reportError(error);
    throw error;
  } finally {
    over.abort();
    worker.terminate();
  }
}
