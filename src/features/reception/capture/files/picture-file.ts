import {
  CHOSEN_PHOTO_MAX_BYTES,
  CHOSEN_PHOTO_MAX_PIXELS,
  IMAGE_MAX_PIXELS,
  PHOTO_MAX_BYTES,
  SIGNATURE_MAX_BYTES,
} from '#contract/limits.ts';
import { readImageHeader, type ImageHeader } from '#domain/photo/image-header.ts';
import { isWithoutMetadata, isHeic, isCompleteImage } from '#domain/photo/metadata.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { samplePixels } from './decoder.ts';
import {
  reportCaptureBug,
  type CaptureResult,
  type PictureEncodingResult,
  type PictureKind,
  type RequestedPicture,
} from './read-file.ts';

/** Limits of a chosen file. A photo file may exceed the limits of a stored photo, because it is compressed. */
const FILE_LIMITS = {
  photo: {
    bytes: CHOSEN_PHOTO_MAX_BYTES,
    pixels: CHOSEN_PHOTO_MAX_PIXELS,
    tooLarge: 'El archivo supera el límite de 1000 KB.',
  },
  signature: {
    bytes: SIGNATURE_MAX_BYTES,
    pixels: IMAGE_MAX_PIXELS,
    tooLarge: 'El archivo supera 500 KB.',
  },
} as const;

const PROBLEM_TEXTS = {
  empty: 'El archivo está vacío. Elige otro, o descárgalo de nuevo.',
  heic: 'Aquí no se abren fotos HEIC. En el iPhone elige Ajustes › Cámara › Formatos › Más compatible, o guárdala como JPEG.',
  not_a_picture: 'El archivo debe ser una imagen JPEG o PNG.',
  too_many_pixels: 'La imagen tiene demasiados píxeles. Usa una más pequeña.',
  damaged: 'No pudimos abrir la imagen: está dañada o incompleta. Elige otra.',
  blank: 'La imagen está en blanco. Elige otra.',
  unreadable: 'No pudimos leer el archivo. Elígelo de nuevo.',
} as const;
type FileProblem = keyof typeof PROBLEM_TEXTS | 'too_large';

/** Returns true if nothing is visible: one flat colour, or full transparency. */
function isBlankImage(pixels: Uint8ClampedArray): boolean {
  for (let at = 4; at < pixels.length; at += 4)
    for (let channel = 0; channel < 4; channel += 1)
      if (Math.abs((pixels[at + channel] ?? 0) - (pixels[channel] ?? 0)) > 8) return false;
  return true;
}

interface OpenedPicture {
  readonly bytes: ArrayBuffer;
  readonly header: ImageHeader;
}

/** Reads and checks a file. A file above the byte limit is not read; an image above the pixel limit is not decoded. */
async function openPictureFile(kind: PictureKind, file: File): Promise<OpenedPicture | FileProblem> {
  if (file.size > FILE_LIMITS[kind].bytes) return 'too_large';
  // The bytes are read now, so that the upload does not fail if the file is changed or its drive removed later.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return 'unreadable';
  if (bytes.byteLength === 0) return 'empty';
  const header = readImageHeader(bytes);
  if (!header) return isHeic(bytes) ? 'heic' : 'not_a_picture';
  if (header.width * header.height > FILE_LIMITS[kind].pixels) return 'too_many_pixels';
  return isCompleteImage(bytes, header) ? { bytes, header } : 'damaged';
}

/** Decodes the image only to check it, and returns its bytes unchanged. */
async function toVerifiedPicture(
  kind: PictureKind,
  { bytes, header: { mime } }: OpenedPicture,
  sample: typeof samplePixels,
): Promise<CapturedPicture | FileProblem> {
  try {
    const pixels = await sample(new Blob([bytes], { type: mime }));
    if (kind === 'signature' && isBlankImage(pixels)) return 'blank';
  } catch (error) {
    reportCaptureBug(error);
    return 'damaged';
  }
  return { bytes, mime, name: `${kind}.${mime === 'image/png' ? 'png' : 'jpg'}` };
}

/** Compresses the photo: upright, on white, without the camera's metadata. */
async function compressPicture(
  { bytes, header }: OpenedPicture,
  shrink: (picture: Blob) => Promise<PictureEncodingResult>,
): Promise<CapturedPicture | FileProblem> {
  const small = await shrink(new Blob([bytes], { type: header.mime }));
  return small === 'failed' ? 'damaged' : small;
}

/** Returns true if the photo can be uploaded unchanged: it is within the limits and has no metadata. */
const canUploadUnchanged = ({ bytes, header }: OpenedPicture): boolean =>
  bytes.byteLength <= PHOTO_MAX_BYTES &&
  header.width * header.height <= IMAGE_MAX_PIXELS &&
  isWithoutMetadata(bytes, header);

/** Reads an image from a file (P5). Signatures, and photos within the limits, stay unchanged; other photos are compressed. */
export async function readPictureFile(
  file: File,
  wanted: RequestedPicture,
  sample = samplePixels,
): Promise<CaptureResult> {
  const { kind } = wanted;
  const opened = await openPictureFile(kind, file);
  const made =
    typeof opened === 'string'
      ? opened
      : wanted.kind === 'photo' && !canUploadUnchanged(opened)
        ? await compressPicture(opened, wanted.shrink)
        : await toVerifiedPicture(kind, opened, sample);
  if (typeof made !== 'string') return made;
  return { said: made === 'too_large' ? FILE_LIMITS[kind].tooLarge : PROBLEM_TEXTS[made] };
}
