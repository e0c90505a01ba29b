import type { CompressionResult } from '../files/read-file.ts';
import { reportCaptureBug } from '../files/report-capture-bug.ts';
import { compressWithCanvas } from './photo-ladder.ts';

// TypeScript types `self` as a window; this interface lists the members of a dedicated worker that are used.
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ImageBitmap | Blob>) => void): void;
  postMessage(answer: CompressionResult, transfer: Transferable[]): void;
}
const workerScope = self as unknown as WorkerScope;

const postResult = (result: CompressionResult) =>
  workerScope.postMessage(result, result.type === 'fits' ? [result.bytes] : []);

workerScope.addEventListener('message', (event) => {
  compressWithCanvas(event.data, (width, height) => new OffscreenCanvas(width, height)).then(
    postResult,
    (error: unknown) => {
      reportCaptureBug(error);
      postResult({ type: 'failed' });
    },
  );
});
