import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { STANDARD_PICTURE_BOUNDS, decodingQueue, openUntrustedPicture } from '../decoding.ts';
import { convertToLogo } from './logo-shape.ts';
import {
  UNREADABLE_PICTURE_TEXT,
  runWithinPictureLimits,
  invalidFileError,
  pictureType,
} from '../picture.ts';
import { SvgError, rasteriseSvg } from './rasterise.ts';
import { findDisallowedSvgContent, isUtf16Svg, isWithinSvgLimits, readSvgText } from './svg.ts';

/** Logo to store; always a PNG, whatever the format of the uploaded file. */
export interface Logo {
  readonly bytes: Buffer;
  readonly hash: string;
}

const LOGO_HASH_LENGTH = 16;
const invalidLogoError = (message: string) => invalidFileError(message, 'logo');
const unreadableLogoError = () => invalidLogoError(UNREADABLE_PICTURE_TEXT);
const UNDRAWABLE_SVG_TEXTS = {
  active: 'El SVG contiene código, enlaces o imágenes incrustadas. Guárdalo como PNG e intenta de nuevo.',
  definitions:
    'El SVG define entidades, como los que guarda Illustrator. Guárdalo como PNG e intenta de nuevo.',
} as const;
const svgTooComplexError = () =>
  invalidLogoError('El SVG es demasiado complejo. Guárdalo como PNG e intenta de nuevo.');

async function convertSvgToLogo(bytes: Buffer, text: string, person: string): Promise<Buffer> {
  const beyond = findDisallowedSvgContent(text);
  if (beyond !== null) throw invalidLogoError(UNDRAWABLE_SVG_TEXTS[beyond]);
  if (!isWithinSvgLimits(text)) throw svgTooComplexError();
  try {
    return await rasteriseSvg(bytes, person);
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    throw error.fault === 'costly' ? svgTooComplexError() : unreadableLogoError();
  }
}

const convertPictureToLogo = (bytes: Buffer, person: string): Promise<Buffer> =>
  decodingQueue.run(person, () =>
    runWithinPictureLimits(bytes, { bounds: STANDARD_PICTURE_BOUNDS, field: 'logo' }, () =>
      convertToLogo(openUntrustedPicture(bytes, STANDARD_PICTURE_BOUNDS)),
    ),
  );

async function convertUploadToLogo(bytes: Buffer, person: string): Promise<Buffer> {
  if (bytes.length === 0) throw invalidLogoError('El archivo está vacío.');
  if (pictureType(bytes)) return convertPictureToLogo(bytes, person);
  const text = readSvgText(bytes);
  if (text === null)
    throw invalidLogoError(
      isUtf16Svg(bytes)
        ? 'El SVG está en UTF-16. Guárdalo como PNG o en UTF-8 e intenta de nuevo.'
        : 'El logo debe ser una imagen PNG, JPEG o SVG.',
    );
  return convertSvgToLogo(bytes, text, person);
}

async function isPictureInvisible(bytes: Buffer): Promise<boolean> {
  const { isOpaque, channels } = await sharp(bytes).stats();
  return !isOpaque && channels.at(-1)?.max === 0;
}

/**
 * Validates the content, whatever the file name: a PNG, JPEG or SVG. Returns the logo to store.
 * @param person user to which the fair queue assigns the decoding of the image
 * @throws file_invalid for any other content, for an image over STANDARD_PICTURE_BOUNDS, for an SVG that is more than a drawing
 * or too expensive to draw, and for an invisible image; rate_limited
 */
export async function createLogoFromUpload(uploaded: Buffer, person: string): Promise<Logo> {
  const bytes = await convertUploadToLogo(uploaded, person);
  if (await isPictureInvisible(bytes)) throw invalidLogoError('En la imagen no se ve nada.');
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, LOGO_HASH_LENGTH) };
}
