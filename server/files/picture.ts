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

export const invalidFile = (message: string, field = 'file'): AppError =>
  new AppError('file_invalid', message, { details: [{ field, message }] });

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

/** What the first bytes say that they are; null for no picture of ours. */
export const pictureType = (bytes: Buffer): Picture['mime'] | null =>
  SIGNS.find(({ start }) => bytes.subarray(0, start.length).equals(start))?.mime ?? null;

/** The copy that is kept of a JPEG or PNG. @throws file_invalid when it is broken or over IMAGE_MAX_PIXELS */
export const reencode = (bytes: Buffer, mime: Picture['mime']): Promise<Picture> =>
  // sharp has no error codes: after the sign of its kind, whatever it cannot decode is broken or oversized.
  encode(bytes, mime).catch(() => {
    throw invalidFile('No pudimos leer la imagen: está dañada o es demasiado grande.');
  });

/**
 * Checks by content, never by name, that the bytes are a whole JPEG or PNG, and makes the copy that is kept.
 * @throws file_invalid for anything else, for a picture over IMAGE_MAX_PIXELS and for an empty signature
 */
export async function readPicture(type: MediaType, bytes: Buffer): Promise<Picture> {
  if (bytes.length === 0) throw invalidFile('El archivo está vacío.');
  const mime = pictureType(bytes);
  if (!mime) throw invalidFile('El archivo debe ser una imagen JPEG o PNG.');
  const picture = await reencode(bytes, mime);
  if (type === 'signature' && (await isBlank(picture)))
    throw invalidFile('La firma está vacía. Pídela de nuevo.');
  return picture;
}
