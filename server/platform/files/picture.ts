import type { Sharp } from 'sharp';
import type { MediaKind } from '#contract/vocabulary.ts';
import { AppError } from '../base/errors.ts';
import {
  STANDARD_PICTURE_BOUNDS,
  type PictureBounds,
  decodingQueue,
  findPictureLimitProblem,
  openUntrustedPicture,
  openRawPixels,
} from './decoding.ts';

/** Image to store. It was decoded and encoded again, so that it contains only its pixels. */
export interface Picture {
  readonly bytes: Buffer;
  readonly mime: 'image/jpeg' | 'image/png';
  readonly extension: 'jpg' | 'png';
}

const PICTURE_FILE_STARTS: readonly { readonly mime: Picture['mime']; readonly start: Buffer }[] = [
  { mime: 'image/jpeg', start: Buffer.from([0xff, 0xd8, 0xff]) },
  { mime: 'image/png', start: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
];

export const invalidFileError = (message: string, field = 'file'): AppError =>
  new AppError('file_invalid', message, { details: [{ field, message }] });

interface DecodeOptions {
  readonly bounds: PictureBounds;
  readonly field: string;
}

/**
 * Settings of the JPEG encoder. Optimised Huffman codes are off: they would make processing take 50 % longer and save only a
 * fifteenth of the bytes.
 */
const JPEG_OPTIONS = { quality: 85, optimiseCoding: false } as const;

const encodePicture = async (upright: Sharp, mime: Picture['mime']): Promise<Picture> =>
  mime === 'image/jpeg'
    ? { bytes: await upright.jpeg(JPEG_OPTIONS).toBuffer(), mime, extension: 'jpg' }
    : { bytes: await upright.png().toBuffer(), mime, extension: 'png' };

const openUprightPicture = (bytes: Buffer, bounds: PictureBounds): Sharp =>
  openUntrustedPicture(bytes, bounds).rotate();

function arePixelsBlank(pixels: Buffer, channels: number): boolean {
  const isFlat = pixels.subarray(channels).equals(pixels.subarray(0, -channels));
  if (isFlat) return true;
  // The last channel is the opacity in images with two or four channels.
  if (channels % 2 !== 0) return false;
  for (let alpha = channels - 1; alpha < pixels.length; alpha += channels)
    if (pixels[alpha] !== 0) return false;
  return true;
}

/**
 * Encodes a signature; returns null if nothing is visible. Check and encoding share the decoded pixels, so that the bytes are
 * decoded only once.
 */
async function encodeSignatureUnlessBlank(bytes: Buffer, mime: Picture['mime']): Promise<Picture | null> {
  const { data, info } = await openUprightPicture(bytes, STANDARD_PICTURE_BOUNDS)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return arePixelsBlank(data, info.channels) ? null : encodePicture(openRawPixels(data, info), mime);
}

/** Returns the image type according to the file's first bytes; null if the file is not a JPEG or PNG. */
export const pictureType = (bytes: Buffer): Picture['mime'] | null =>
  PICTURE_FILE_STARTS.find(({ start }) => bytes.subarray(0, start.length).equals(start))?.mime ?? null;

export const UNREADABLE_PICTURE_TEXT = 'No pudimos leer la imagen: está dañada o es demasiado grande.';

/**
 * Runs `make` on a JPEG or PNG that is within the limits.
 * @throws file_invalid when the image is damaged or exceeds the limits
 */
export async function runWithinPictureLimits<Made>(
  bytes: Buffer,
  { bounds, field }: DecodeOptions,
  make: () => Promise<Made>,
): Promise<Made> {
  // sharp has no error codes. If the first bytes are those of an image and sharp fails, the image is damaged or too large.
  const rejectUnreadable = () => {
    throw invalidFileError(UNREADABLE_PICTURE_TEXT, field);
  };
  const excess = await findPictureLimitProblem(bytes, bounds).catch(rejectUnreadable);
  if (excess !== null) throw invalidFileError(excess, field);
  return make().catch(rejectUnreadable);
}

/**
 * Re-encodes a JPEG or PNG for storage.
 * @throws file_invalid when the image is damaged or over `bounds`
 */
export const reencodePicture = (
  bytes: Buffer,
  mime: Picture['mime'],
  bounds: PictureBounds,
): Promise<Picture> =>
  runWithinPictureLimits(bytes, { bounds, field: 'file' }, () =>
    encodePicture(openUprightPicture(bytes, bounds), mime),
  );

async function reencodeSignature(bytes: Buffer, mime: Picture['mime']): Promise<Picture> {
  const strokes = await runWithinPictureLimits(
    bytes,
    { bounds: STANDARD_PICTURE_BOUNDS, field: 'file' },
    () => encodeSignatureUnlessBlank(bytes, mime),
  );
  if (!strokes) throw invalidFileError('La firma está vacía. Pídela de nuevo.');
  return strokes;
}

/**
 * Validates the content, whatever the file name: a complete JPEG or PNG. Returns the image to store.
 * @param person user to which the fair queue assigns the decoding of the image
 * @throws file_invalid for any other content, for an image over STANDARD_PICTURE_BOUNDS and for an empty signature;
 * rate_limited
 */
export async function createPictureFromUpload(
  type: MediaKind,
  bytes: Buffer,
  person: string,
): Promise<Picture> {
  if (bytes.length === 0) throw invalidFileError('El archivo está vacío.');
  const mime = pictureType(bytes);
  if (!mime) throw invalidFileError('El archivo debe ser una imagen JPEG o PNG.');
  return decodingQueue.run(person, () =>
    type === 'signature'
      ? reencodeSignature(bytes, mime)
      : reencodePicture(bytes, mime, STANDARD_PICTURE_BOUNDS),
  );
}
