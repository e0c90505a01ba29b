import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { ATTACHMENT_IMAGE_MAX_PIXELS, IMAGE_MAX_PIXELS } from '#contract/limits.ts';
import { openFairQueue } from '../base/fair-queue.ts';
import { countJpegScans } from './jpeg-scans.ts';

export interface PictureBounds {
  readonly pixels: number;
  /** Maximum memory in bytes for decoding, calculated from the file's headers. */
  readonly bytes: number;
}
const PIXELS_PER_MEGAPIXEL = 1_000_000;
/** Limits for photos and signatures. Six bytes per pixel suffice for a progressive JPEG in colour. */
export const STANDARD_PICTURE_BOUNDS: PictureBounds = {
  pixels: IMAGE_MAX_PIXELS,
  bytes: 6 * IMAGE_MAX_PIXELS,
};
/** Limits for exam images. Four bytes per pixel suffice, because scanned pages are not progressive. */
export const EXAM_PICTURE_BOUNDS: PictureBounds = {
  pixels: ATTACHMENT_IMAGE_MAX_PIXELS,
  bytes: 4 * ATTACHMENT_IMAGE_MAX_PIXELS,
};

/** Maximum number of scans in a JPEG. Encoders write about ten scans; the decoder visits all pixels once per scan. */
const MAX_JPEG_SCANS = 30;
/** Time limit for decoding one image. The largest exam image takes less than 5 seconds on a slow machine. */
const DECODE_TIMEOUT_SECONDS = 20;

// Disables the cache, because no image is decoded twice. Each image uses one thread; the fair queue limits the number of
// concurrent images.
sharp.cache(false);
sharp.concurrency(1);

export const DECODE_CONCURRENCY = Math.min(Math.max(availableParallelism() - 1, 1), 3);

/**
 * Fair queue for decoding images. The limit leaves one processor core for requests and at least one of libuv's four threads for
 * file access. Decoding holds no database connection.
 */
export const decodingQueue = openFairQueue({
  atOnce: DECODE_CONCURRENCY,
  waitingPerPerson: 8,
  waiting: 64,
  fullText: 'Estamos procesando otras imágenes. Intenta de nuevo en unos segundos.',
});

/** Opens an untrusted image; decoding fails when the image exceeds the limits. */
export const openUntrustedPicture = (bytes: Buffer, { pixels }: PictureBounds): Sharp =>
  sharp(bytes, { limitInputPixels: pixels, failOn: 'error' }).timeout({ seconds: DECODE_TIMEOUT_SECONDS });

export const openRawPixels = (pixels: Buffer, raw: OutputInfo): Sharp =>
  sharp(pixels, { raw }).timeout({ seconds: DECODE_TIMEOUT_SECONDS });

const BYTES_PER_CHANNEL: Partial<Record<Metadata['depth'], number>> = { uchar: 1, ushort: 2 };

/**
 * Returns the memory in bytes that decoding the image takes. A progressive JPEG takes twice as much, because the decoder stores
 * coefficients of twice the size of a colour value.
 */
const decodingMemoryBytes = ({ width, height, channels, depth, isProgressive }: Metadata): number =>
  width * height * channels * (BYTES_PER_CHANNEL[depth] ?? 4) * (isProgressive ? 2 : 1);

const toMegapixels = (pixels: number) => Math.floor(pixels / PIXELS_PER_MEGAPIXEL);

/**
 * Returns a message for the user if decoding the JPEG or PNG would exceed the limits; null if not. Reads only the headers.
 * @throws when the headers cannot be read
 */
export async function findPictureLimitProblem(bytes: Buffer, bounds: PictureBounds): Promise<string | null> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = metadata;
  if (width * height > bounds.pixels)
    return `La imagen tiene más de ${toMegapixels(bounds.pixels)} megapíxeles. Redúcela e intenta de nuevo.`;
  if (decodingMemoryBytes(metadata) > bounds.bytes)
    return 'La imagen es demasiado pesada de abrir. Guárdala como JPEG normal e intenta de nuevo.';
  if (metadata.format === 'jpeg' && countJpegScans(bytes, MAX_JPEG_SCANS + 1) > MAX_JPEG_SCANS)
    return 'El JPEG está guardado en demasiadas pasadas. Ábrelo, guárdalo de nuevo e intenta otra vez.';
  return null;
}
