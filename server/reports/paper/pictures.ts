import sharp from 'sharp';
import type { Letterhead, ReportPictures } from '../input/input.ts';
import { type Sheet, tag } from './sheet.ts';

/** Pictures ready for paper: upright, without transparency, no larger than they are printed. */
export interface PrintPictures {
  readonly logo: Buffer | null;
  readonly photo: Buffer | null;
  readonly patientSignature: Buffer | null;
  readonly doctorSignature: Buffer | null;
}

/** Points; the pixels are DOTS times as many. */
export const LOGO_SIZE = { width: 130, height: 42 } as const;
export const PHOTO_SIZE = { width: 84, height: 108 } as const;
export const SIGNATURE_SIZE = { width: 180, height: 44 } as const;
/** 72 points an inch × 3.5: 252 dpi. */
const DOTS = 3.5;

interface Size {
  readonly width: number;
  readonly height: number;
}

const shrink = (bytes: Uint8Array, { width, height }: Size) =>
  sharp(bytes)
    .rotate()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize(Math.round(width * DOTS), Math.round(height * DOTS), { fit: 'inside', withoutEnlargement: true });

const drawing = (bytes: Uint8Array | null, size: Size) =>
  bytes && shrink(bytes, size).png({ compressionLevel: 9 }).toBuffer();

/** Without the empty tablet around the strokes. */
const signature = async (bytes: Uint8Array | null) =>
  bytes &&
  drawing(await sharp(bytes).flatten({ background: '#ffffff' }).trim().png().toBuffer(), SIGNATURE_SIZE);

const photograph = (bytes: Uint8Array | null) =>
  bytes && shrink(bytes, PHOTO_SIZE).jpeg({ quality: 85 }).toBuffer();

export async function preparePictures(
  pictures: ReportPictures,
  { logo }: Letterhead,
): Promise<PrintPictures> {
  const [printLogo, photo, patientSignature, doctorSignature] = await Promise.all([
    drawing(logo, LOGO_SIZE),
    photograph(pictures.patient_photo),
    signature(pictures.patient_signature),
    signature(pictures.doctor_signature),
  ]);
  return { logo: printLogo, photo, patientSignature, doctorSignature };
}

export interface Frame extends Size {
  readonly x: number;
  readonly y: number;
}

/** Fitted into the frame without distortion, with the words that stand for it. */
export function figure(
  sheet: Sheet,
  picture: Buffer,
  { x, y, width, height }: Frame,
  { alt, align }: { alt: string; align?: 'center' | 'right' },
): void {
  const element = tag(sheet, sheet.root, 'Figure', { alt });
  element.add(() =>
    sheet.doc.image(picture, x, y, { fit: [width, height], ...(align ? { align } : {}), valign: 'bottom' }),
  );
  element.end();
}
