import type { CompressionResult } from '../files/read-file.ts';
import { compressWithCanvas } from './photo-ladder.ts';

export const compressOnPage = (source: ImageBitmap | Blob): Promise<CompressionResult> =>
  compressWithCanvas(source, (width, height) =>
    Object.assign(document.createElement('canvas'), { width, height }),
  );
