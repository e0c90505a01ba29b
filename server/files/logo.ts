import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { UNTRUSTED, toLogo } from './logo-shape.ts';
import { invalidFile, pictureType } from './picture.ts';
import { SvgError, rasteriseSvg } from './rasterise.ts';
import { isPlainSvg, svgText } from './svg.ts';

/** A logo as it is kept: PNG, whatever was uploaded. */
export interface Logo {
  readonly bytes: Buffer;
  /** Tells its bytes from those of every other logo. */
  readonly hash: string;
}

const HASH_LENGTH = 16;
const invalid = (message: string) => invalidFile(message, 'logo');
const unreadable = () => invalid('No pudimos leer la imagen: está dañada o es demasiado grande.');

async function fromSvg(bytes: Buffer, text: string): Promise<Buffer> {
  if (!isPlainSvg(text))
    throw invalid(
      'El SVG contiene código, enlaces o imágenes incrustadas. Guárdalo como PNG e intenta de nuevo.',
    );
  try {
    return await rasteriseSvg(bytes);
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    throw error.fault === 'slow'
      ? invalid('El SVG es demasiado complejo. Guárdalo como PNG e intenta de nuevo.')
      : unreadable();
  }
}

async function draw(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw invalid('El archivo está vacío.');
  // sharp has no error codes: after the sign of its kind, whatever it cannot decode is broken or oversized.
  if (pictureType(bytes)) return toLogo(sharp(bytes, UNTRUSTED)).catch(() => Promise.reject(unreadable()));
  const text = svgText(bytes);
  if (text === null) throw invalid('El logo debe ser una imagen PNG, JPEG o SVG.');
  return fromSvg(bytes, text);
}

async function isInvisible(bytes: Buffer): Promise<boolean> {
  const { isOpaque, channels } = await sharp(bytes).stats();
  return !isOpaque && channels.at(-1)?.max === 0;
}

/**
 * Checks by content, never by name, that the bytes are a PNG, JPEG or SVG, and makes the copy that is kept.
 * @throws file_invalid for anything else, for one over IMAGE_MAX_PIXELS, for an SVG that is more than a drawing or that
 * takes too long, and where there is nothing to see
 */
export async function readLogo(uploaded: Buffer): Promise<Logo> {
  const bytes = await draw(uploaded);
  if (await isInvisible(bytes)) throw invalid('En la imagen no se ve nada.');
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH) };
}
