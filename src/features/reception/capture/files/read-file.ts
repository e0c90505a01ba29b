import type { CapturedPicture } from '#storage/drafts/drafts.ts';

export type PictureKind = 'photo' | 'signature';

/** Result of a capture or a chosen file. `said`: message to the user if there is no picture. */
export type CaptureResult =
  | { readonly type: 'picture'; readonly picture: CapturedPicture }
  | { readonly type: 'said'; readonly text: string };

export const createMessageResult = (text: string): CaptureResult => ({ type: 'said', text });

export type CompressionResult =
  | { readonly type: 'fits'; readonly bytes: ArrayBuffer }
  | { readonly type: 'too_large' }
  | { readonly type: 'failed' };

/** Requested kind of image. `shrink`: function that compresses a photo if necessary. */
export type RequestedPicture =
  | { readonly kind: 'photo'; readonly shrink: (picture: Blob) => Promise<CompressionResult> }
  | { readonly kind: 'signature' };

/** Reads an image from a file. The code for reading is loaded when the user chooses the first file. */
export async function readCaptureFile(file: File, wanted: RequestedPicture): Promise<CaptureResult> {
  try {
    const { readPictureFile } = await import('./picture-file.ts');
    return await readPictureFile(file, wanted);
  } catch (error) {
    reportError(error);
    return createMessageResult('No pudimos leer el archivo. Elígelo de nuevo.');
  }
}
