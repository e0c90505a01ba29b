import {
  CHOSEN_PHOTO_MAX_BYTES,
  CHOSEN_PHOTO_MAX_PIXELS,
  IMAGE_MAX_PIXELS,
  PHOTO_MAX_BYTES,
  SIGNATURE_MAX_BYTES,
} from '#contract/limits.ts';
import { readImageHeader, type ImageHeader } from '#domain/photo/image-header.ts';
import { isWithoutMetadata, isHeic, isCompleteImage } from '#domain/photo/metadata.ts';
import { browserDecoder, type ImageDecoder } from './decoder.ts';
import { reportCaptureBug } from './report-capture-bug.ts';
import {
  createMessageResult,
  type CaptureResult,
  type PictureKind,
  type RequestedPicture,
} from './read-file.ts';

type FileProblem =
  | 'too_large'
  | 'empty'
  | 'heic'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'damaged'
  | 'blank'
  | 'unreadable';

/** Limits of a chosen file. A photo file may exceed the limits of a stored photo, because it is compressed. */
const FILE_LIMITS = {
  photo: { bytes: CHOSEN_PHOTO_MAX_BYTES, pixels: CHOSEN_PHOTO_MAX_PIXELS },
  signature: { bytes: SIGNATURE_MAX_BYTES, pixels: IMAGE_MAX_PIXELS },
} as const;

const TOO_LARGE_TEXTS: Record<PictureKind, string> = {
  photo: 'El archivo supera el límite de 1000 KB.',
  signature: 'El archivo supera 500 KB.',
};

function formatFileProblem(kind: PictureKind, problem: FileProblem): string {
  switch (problem) {
    case 'too_large':
      return TOO_LARGE_TEXTS[kind];
    case 'empty':
      return 'El archivo está vacío. Elige otro, o descárgalo de nuevo.';
    case 'heic':
      return 'Aquí no se abren fotos HEIC. En el iPhone elige Ajustes › Cámara › Formatos › Más compatible, o guárdala como JPEG.';
    case 'not_a_picture':
      return 'El archivo debe ser una imagen JPEG o PNG.';
    case 'too_many_pixels':
      return 'La imagen tiene demasiados píxeles. Usa una más pequeña.';
    case 'damaged':
      return 'No pudimos abrir la imagen: está dañada o incompleta. Elige otra.';
    case 'blank':
      return 'La imagen está en blanco. Elige otra.';
    case 'unreadable':
      return 'No pudimos leer el archivo. Elígelo de nuevo.';
  }
}

/** Returns true if nothing is visible: one flat colour, or full transparency. */
function isBlankImage(pixels: Uint8ClampedArray): boolean {
  for (let at = 4; at < pixels.length; at += 4)
    for (let channel = 0; channel < 4; channel += 1)
      if (Math.abs((pixels[at + channel] ?? 0) - (pixels[channel] ?? 0)) > 8) return false;
  return true;
}

/**
 * Reads the bytes when the file is chosen, so that the upload does not fail if the file is changed or its drive removed later.
 * Returns null if the file cannot be read.
 */
async function readFileBytes(file: File): Promise<ArrayBuffer | null> {
  try {
    return await file.arrayBuffer();
  } catch {
    return null;
  }
}

interface OpenedPicture {
  readonly bytes: ArrayBuffer;
  readonly header: ImageHeader;
}

/** Reads and checks a file. A file above the byte limit is not read; an image above the pixel limit is not decoded. */
async function openPictureFile(kind: PictureKind, file: File): Promise<OpenedPicture | FileProblem> {
  if (file.size > FILE_LIMITS[kind].bytes) return 'too_large';
  const bytes = await readFileBytes(file);
  if (bytes === null) return 'unreadable';
  if (bytes.byteLength === 0) return 'empty';
  const header = readImageHeader(bytes);
  if (!header) return isHeic(bytes) ? 'heic' : 'not_a_picture';
  if (header.width * header.height > FILE_LIMITS[kind].pixels) return 'too_many_pixels';
  return isCompleteImage(bytes, header) ? { bytes, header } : 'damaged';
}

/** Decodes the image only to check it, and returns its bytes unchanged. */
async function verifyPicture(
  kind: PictureKind,
  { bytes, header: { mime } }: OpenedPicture,
  decoder: ImageDecoder,
): Promise<CaptureResult | FileProblem> {
  try {
    const pixels = await decoder.sample(new Blob([bytes], { type: mime }));
    if (kind === 'signature' && isBlankImage(pixels)) return 'blank';
  } catch (error) {
    reportCaptureBug(error);
    return 'damaged';
  }
  const name = `${kind}.${mime === 'image/png' ? 'png' : 'jpg'}`;
  return { type: 'picture', picture: { bytes, mime, name } };
}

type PhotoCompressor = Extract<RequestedPicture, { kind: 'photo' }>['shrink'];

/** Compresses the photo: upright, on white, without the camera's metadata. */
async function compressPicture(
  { bytes, header }: OpenedPicture,
  shrink: PhotoCompressor,
): Promise<CaptureResult | FileProblem> {
  const small = await shrink(new Blob([bytes], { type: header.mime }));
  switch (small.type) {
    case 'fits':
      return { type: 'picture', picture: { bytes: small.bytes, mime: 'image/jpeg', name: 'photo.jpg' } };
    case 'too_large':
      return 'too_large';
    case 'failed':
      return 'damaged';
  }
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
  decoder = browserDecoder,
): Promise<CaptureResult> {
  const { kind } = wanted;
  const opened = await openPictureFile(kind, file);
  if (typeof opened === 'string') return createMessageResult(formatFileProblem(kind, opened));
  const made =
    wanted.kind === 'photo' && !canUploadUnchanged(opened)
      ? await compressPicture(opened, wanted.shrink)
      : await verifyPicture(kind, opened, decoder);
  return typeof made === 'string' ? createMessageResult(formatFileProblem(kind, made)) : made;
}
