import path from 'node:path';
import sharp from 'sharp';
import type { Picture } from './picture.ts';

/** Returns a picture of machine-readable lines in OCR-B, drawn earlier by scripts/train-mrz.mjs. */
export async function readMrzPicture(name: 'card' | 'passport'): Promise<Picture> {
  const file = path.join(import.meta.dirname, `lines/${name}.png`);
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { gray: Uint8ClampedArray.from(data), width: info.width, height: info.height };
}
