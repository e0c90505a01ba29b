import { IMAGE_MAX_PIXELS, PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { readImageHeader } from '#domain/photo/image-header.ts';

export type PictureKind = 'photo' | 'signature';
export type FileProblem =
  'too_large' | 'not_a_picture' | 'too_many_pixels' | 'damaged' | 'blank' | 'unreadable';

export type FileResult =
  | { readonly type: 'picture'; readonly picture: CapturedPicture }
  | { readonly type: 'problem'; readonly problem: FileProblem };

const MAX_BYTES: Record<PictureKind, number> = {
  photo: PHOTO_MAX_BYTES,
  signature: SIGNATURE_MAX_BYTES,
};

const TOO_LARGE: Record<PictureKind, string> = {
  photo: 'El archivo supera el límite de 1000 KB.',
  signature: 'El archivo supera 500 KB.',
};

/** P5's texts where it has one. */
export function fileProblemText(kind: PictureKind, problem: FileProblem): string {
  switch (problem) {
    case 'too_large':
      return TOO_LARGE[kind];
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

/** How a picture is looked into; a port, so that the rules are tested without a browser. Pixels RGBA, 0–255. */
export interface Decoder {
  /** A small copy's pixels; rejects when the picture cannot be decoded. */
  sample(blob: Blob): Promise<Uint8ClampedArray>;
}

/** True when nothing can be seen: one flat colour, or nothing that is not transparent. */
function isBlank(pixels: Uint8ClampedArray): boolean {
  for (let at = 4; at < pixels.length; at += 4)
    for (let channel = 0; channel < 4; channel += 1)
      if (Math.abs((pixels[at + channel] ?? 0) - (pixels[channel] ?? 0)) > 8) return false;
  return true;
}

const problem = (name: FileProblem): FileResult => ({ type: 'problem', problem: name });

/** The bytes are read once and at once: a file that is changed or unplugged later must not fail an upload. */
async function bytesOf(file: File): Promise<ArrayBuffer | null> {
  try {
    return await file.arrayBuffer();
  } catch {
    return null;
  }
}

/** A picture from a file, kept as it is and never compressed (P5). */
export async function readPictureFile(kind: PictureKind, file: File, decoder: Decoder): Promise<FileResult> {
  if (file.size > MAX_BYTES[kind]) return problem('too_large');
  const bytes = await bytesOf(file);
  if (bytes === null) return problem('unreadable');
  const header = readImageHeader(bytes);
  if (!header) return problem('not_a_picture');
  if (header.width * header.height > IMAGE_MAX_PIXELS) return problem('too_many_pixels');
  try {
    const pixels = await decoder.sample(new Blob([bytes], { type: header.mime }));
    if (kind === 'signature' && isBlank(pixels)) return problem('blank');
  } catch {
    return problem('damaged');
  }
  const extension = header.mime === 'image/png' ? 'png' : 'jpg';
  return { type: 'picture', picture: { bytes, mime: header.mime, name: `${kind}.${extension}` } };
}
