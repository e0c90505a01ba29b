import { reportCaptureBug, type PictureEncodingResult } from '../files/read-file.ts';
import { compressWithCanvas } from './photo-ladder.ts';

const postResult = (result: PictureEncodingResult) =>
  self.postMessage(result, { transfer: typeof result === 'string' ? [] : [result.bytes] });

self.addEventListener('message', ({ data }: MessageEvent<ImageBitmap | Blob>) => {
  compressWithCanvas(data).then(postResult, (error: unknown) => {
    reportCaptureBug(error);
    postResult('failed');
  });
});
