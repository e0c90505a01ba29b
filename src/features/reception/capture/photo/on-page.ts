import type { Compressed } from '../files/read-file.ts';
import { compress } from './photo-ladder.ts';

/** Where there can be no canvas in a worker. */
export const compressOnPage = (source: ImageBitmap | Blob): Promise<Compressed> =>
  compress(source, (width, height) => Object.assign(document.createElement('canvas'), { width, height }));
