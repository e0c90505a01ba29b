import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { ATTACHMENT_IMAGE_MAX_PIXELS, IMAGE_MAX_PIXELS } from '#contract/limits.ts';
import { openFairLane } from '../base/fair-lane.ts';
import { countScans } from './jpeg-scans.ts';

/** What the decoder may be asked for by a file of somebody else's. */
export interface PictureBounds {
  readonly pixels: number;
  /** Of memory, by what the file says of itself. */
  readonly bytes: number;
}
const MB = 1_000_000;
/** Six bytes a pixel: a progressive JPEG in colours. */
export const OWN_PICTURE: PictureBounds = { pixels: IMAGE_MAX_PIXELS, bytes: 6 * IMAGE_MAX_PIXELS };
/** Four: a scanner's pages are not progressive. */
export const EXAM_PICTURE: PictureBounds = {
  pixels: ATTACHMENT_IMAGE_MAX_PIXELS,
  bytes: 4 * ATTACHMENT_IMAGE_MAX_PIXELS,
};

/** Encoders make some ten; each is a walk over all pixels. */
const SCANS_MAX = 30;
/** A whole picture of an exam takes less than 5 on a slow machine. */
const DECODE_WITHIN_SECONDS = 20;

// No cache: nothing is decoded twice. One thread each; the lane bounds how many run.
sharp.cache(false);
sharp.concurrency(1);

export const DECODED_AT_ONCE = Math.min(Math.max(availableParallelism() - 1, 1), 3);

/**
 * Decoding, beside everything else: one core is left to the answers, of libuv's four threads one at least to the files,
 * and no connection of the database is held meanwhile.
 */
export const decoding = openFairLane({
  atOnce: DECODED_AT_ONCE,
  waitingPerPerson: 8,
  waiting: 64,
  fullText: 'Estamos procesando otras imágenes. Intenta de nuevo en unos segundos.',
});

/** An untrusted picture, within bounds. */
export const openPicture = (bytes: Buffer, { pixels }: PictureBounds): Sharp =>
  sharp(bytes, { limitInputPixels: pixels, failOn: 'error' }).timeout({ seconds: DECODE_WITHIN_SECONDS });

/** Decoded pixels, to encode. */
export const openPixels = (pixels: Buffer, raw: OutputInfo): Sharp =>
  sharp(pixels, { raw }).timeout({ seconds: DECODE_WITHIN_SECONDS });

const DEPTHS: Partial<Record<Metadata['depth'], number>> = { uchar: 1, ushort: 2 };

/** Whole in memory, and a JPEG's coefficients twice as wide as its colours, where it comes in several passes. */
const memoryOf = ({ width, height, channels, depth, isProgressive }: Metadata): number =>
  width * height * channels * (DEPTHS[depth] ?? 4) * (isProgressive ? 2 : 1);

const megapixels = (pixels: number) => Math.floor(pixels / MB);

/**
 * Why the JPEG or PNG would cost more than a picture may, by its headers alone, in words for its sender; null when it would
 * not. @throws where the headers cannot be read
 */
export async function excessOf(bytes: Buffer, bounds: PictureBounds): Promise<string | null> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { width, height } = metadata;
  if (width * height > bounds.pixels)
    return `La imagen tiene más de ${megapixels(bounds.pixels)} megapíxeles. Redúcela e intenta de nuevo.`;
  if (memoryOf(metadata) > bounds.bytes)
    return 'La imagen es demasiado pesada de abrir. Guárdala como JPEG normal e intenta de nuevo.';
  if (metadata.format === 'jpeg' && countScans(bytes, SCANS_MAX + 1) > SCANS_MAX)
    return 'El JPEG está guardado en demasiadas pasadas. Ábrelo, guárdalo de nuevo e intenta otra vez.';
  return null;
}
