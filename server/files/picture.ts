import sharp from 'sharp';
import { IMAGE_MAX_PIXELS } from '#contract/limits.ts';
import type { MediaType } from '#contract/vocabulary.ts';
import { AppError } from '../errors.ts';

/** A picture as it is kept: decoded and encoded again, so that nothing but its pixels came along. */
export interface Picture {
  readonly bytes: Buffer;
  readonly mime: 'image/jpeg' | 'image/png';
  readonly extension: 'jpg' | 'png';
}

const JPEG_QUALITY = 85;
const SIGNS: readonly { readonly mime: Picture['mime']; readonly start: Buffer }[] = [
  { mime: 'image/jpeg', start: Buffer.from([0xff, 0xd8, 0xff]) },
  { mime: 'image/png', start: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
];

const invalid = (message: string) =>
  new AppError('file_invalid', message, { details: [{ field: 'file', message }] });

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' });

async function encode(bytes: Buffer, mime: Picture['mime']): Promise<Picture> {
  const upright = open(bytes).rotate();
  return mime === 'image/jpeg'
    ? { bytes: await upright.jpeg({ quality: JPEG_QUALITY }).toBuffer(), mime, extension: 'jpg' }
    : { bytes: await upright.png().toBuffer(), mime, extension: 'png' };
}

/** True when there is nothing to see: one flat colour, or nothing that is not transparent. */
async function isBlank(picture: Picture): Promise<boolean> {
  const { channels, isOpaque } = await open(picture.bytes).stats();
  const alpha = channels.at(-1);
  return channels.every(({ min, max }) => min === max) || (!isOpaque && alpha?.max === 0);
}

/**
 * Checks by content, never by name, that the bytes are a whole JPEG or PNG, and makes the copy that is kept.
 * @throws file_invalid for anything else, for a picture over IMAGE_MAX_PIXELS and for an empty signature
 */
export async function readPicture(type: MediaType, bytes: Buffer): Promise<Picture> {
  if (bytes.length === 0) throw invalid('El archivo está vacío.');
  const sign = SIGNS.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (!sign) throw invalid('El archivo debe ser una imagen JPEG o PNG.');
  // sharp has no error codes: after the sign above, whatever it cannot decode is a broken or an oversized picture.
  const picture = await encode(bytes, sign.mime).catch(() => {
    throw invalid('No pudimos leer la imagen: está dañada o es demasiado grande.');
  });
  if (type === 'signature' && (await isBlank(picture)))
    throw invalid('La firma está vacía. Pídela de nuevo.');
  return picture;
}
