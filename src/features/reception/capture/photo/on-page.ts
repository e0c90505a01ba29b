import type { Compressed } from '../files/read-file.ts';
import { compress } from './photo-ladder.ts';

/** Compresses on the page, for browsers without a canvas in workers. */
export const compressOnPage = (source: ImageBitmap | Blob): Promise<Compressed> =>
  compress(source, (width, height) => Object.assign(document.createElement('canvas'), { width, height }));
