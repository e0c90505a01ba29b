import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { Letterhead, ReportPictures } from '../input/input.ts';
import { type Sheet, ensureHeight, openTag } from './sheet.ts';
import { PAGE } from './style.ts';

/** Images ready for printing: upright, without transparency, and with no more pixels than their printed size needs. */
export interface PrintPictures {
  readonly logo: Buffer | null;
  readonly photo: Buffer | null;
  readonly patientSignature: Buffer | null;
  readonly doctorSignature: Buffer | null;
  readonly receiptSignatures: ReadonlyMap<number, Buffer>;
}

/** Maximum printed size of a logo in points. */
export const MAX_LOGO_SIZE = { width: 130, height: 42 } as const;
/** Printed size of a photo in points, in the ratio 3:4 of photos in identity documents. */
export const PHOTO_SIZE = { width: 84, height: 112 } as const;
export const SIGNATURE_SIZE = { width: 180, height: 44 } as const;
/** Pixels per point: 72 points per inch × 3.5 = 252 dpi. */
const PIXELS_PER_POINT = 3.5;

interface PrintSize {
  readonly width: number;
  readonly height: number;
}

const WHITE_BACKGROUND = { background: '#ffffff' };

const shrinkForPrint = (picture: Sharp, { width, height }: PrintSize) =>
  picture
    .rotate()
    .toColourspace('srgb')
    .flatten(WHITE_BACKGROUND)
    .resize(Math.round(width * PIXELS_PER_POINT), Math.round(height * PIXELS_PER_POINT), {
      fit: 'inside',
      withoutEnlargement: true,
    });

const encodePrintPng = (picture: Sharp, size: PrintSize): Promise<Buffer> =>
  shrinkForPrint(picture, size).png().toBuffer();

const prepareLogo = (bytes: Uint8Array): Promise<Buffer> => encodePrintPng(sharp(bytes), MAX_LOGO_SIZE);

/**
 * Crops a photo to its centre, because the frame on the camera screen places the face there. The record keeps the complete
 * photo.
 */
async function preparePhoto(bytes: Uint8Array): Promise<Buffer> {
  // The size is read from the file header, so that the image is decoded only once and at its printed size.
  const { autoOrient: upright } = await sharp(bytes).metadata();
  const points = Math.min(
    PIXELS_PER_POINT,
    upright.width / PHOTO_SIZE.width,
    upright.height / PHOTO_SIZE.height,
  );
  const pixelSize = (length: number) => Math.max(1, Math.round(length * points));
  return sharp(bytes)
    .rotate()
    .toColourspace('srgb')
    .flatten(WHITE_BACKGROUND)
    .resize(pixelSize(PHOTO_SIZE.width), pixelSize(PHOTO_SIZE.height), { fit: 'cover', position: 'centre' })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/**
 * Trims the empty area around the strokes. Sharp must treat the image as line art, because it would otherwise remove thin
 * strokes as specks.
 */
async function prepareSignature(bytes: Uint8Array): Promise<Buffer> {
  const strokes = sharp(bytes).flatten(WHITE_BACKGROUND).trim({ lineArt: true }).raw();
  const { data, info } = await strokes.toBuffer({ resolveWithObject: true });
  return encodePrintPng(sharp(data, { raw: info }), SIGNATURE_SIZE);
}

type PreparePicture = (bytes: Uint8Array) => Promise<Buffer>;

/** Maximum number of cached images; enough for the branches and doctors in use. Each image takes a few kB. */
const MAX_CACHED_PICTURES = 50;

/**
 * Returns a function that prepares an image and caches it in this thread. Used for logos and doctors' signatures, which many
 * documents contain, never for images of patients.
 */
function cachePreparation(prepare: PreparePicture): PreparePicture {
  // The first entry of the map is the least recently used image.
  const made = new Map<string, Buffer>();
  return async (bytes) => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const picture = made.get(digest) ?? (await prepare(bytes));
    made.delete(digest);
    made.set(digest, picture);
    for (const oldest of made.keys()) {
      if (made.size <= MAX_CACHED_PICTURES) break;
      made.delete(oldest);
    }
    return picture;
  };
}
const prepareCachedLogo = cachePreparation(prepareLogo);
const prepareCachedSignature = cachePreparation(prepareSignature);

const prepareIfPresent = async (bytes: Uint8Array | null, prepare: PreparePicture): Promise<Buffer | null> =>
  bytes && prepare(bytes);

export const prepareLetterheadLogo = ({ logo }: Letterhead): Promise<Buffer | null> =>
  prepareIfPresent(logo, prepareCachedLogo);

export async function preparePictures(
  pictures: ReportPictures,
  letterhead: Letterhead,
): Promise<PrintPictures> {
  const receipts = pictures.receipt_signatures.map(
    async ({ version, picture }) => [version, await prepareSignature(picture)] as const,
  );
  const [printLogo, photo, patientSignature, doctorSignature] = await Promise.all([
    prepareLetterheadLogo(letterhead),
    prepareIfPresent(pictures.patient_photo, preparePhoto),
    prepareIfPresent(pictures.patient_signature, prepareSignature),
    prepareIfPresent(pictures.doctor_signature, prepareCachedSignature),
  ]);
  const receiptSignatures = new Map(await Promise.all(receipts));
  return { logo: printLogo, photo, patientSignature, doctorSignature, receiptSignatures };
}

export interface PicturePlacement extends PrintSize {
  readonly x: number;
  readonly y: number;
}

export function drawFigure(
  sheet: Sheet,
  picture: Buffer,
  { x, y, width, height }: PicturePlacement,
  { alt, align }: { alt: string; align?: 'center' | 'right' },
): void {
  const element = openTag(sheet, sheet.root, 'Figure', { alt, bbox: [x, y, x + width, y + height] });
  element.add(() =>
    sheet.doc.image(picture, x, y, { fit: [width, height], ...(align ? { align } : {}), valign: 'bottom' }),
  );
  element.end();
}

const SEPARATE_FIGURE_GAP = 4;
export const separateFigureHeight = ({ height }: PrintSize): number => height + 2 * SEPARATE_FIGURE_GAP;

export function drawSeparateFigure(sheet: Sheet, picture: Buffer, size: PrintSize, alt: string): void {
  ensureHeight(sheet, separateFigureHeight(size));
  drawFigure(sheet, picture, { x: PAGE.left, y: sheet.y + SEPARATE_FIGURE_GAP, ...size }, { alt });
  sheet.y += separateFigureHeight(size);
}
