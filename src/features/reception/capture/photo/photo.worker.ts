import { reportCaptureBug, type PictureEncodingResult } from '../files/read-file.ts';
import { compressWithCanvas } from './photo-ladder.ts';

const postResult = (result: PictureEncodingResult) =>
  self.postMessage(result, { transfer: result.type === 'picture' ? [result.picture.bytes] : [] });

self.addEventListener('message', ({ data }: MessageEvent<ImageBitmap | Blob>) => {
  compressWithCanvas(data).then(postResult, (error: unknown) => {
    reportCaptureBug(error);
    postResult({ type: 'failed' });
  });
});
