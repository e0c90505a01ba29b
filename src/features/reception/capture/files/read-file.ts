import type { CapturedPicture } from '#storage/drafts/drafts.ts';

export type PictureKind = 'photo' | 'signature';

/** Result of compressing a photo: the photo, or why there is none. */
export type PictureEncodingResult = CapturedPicture | 'too_large' | 'failed';

/** Result of a capture or a chosen file: the picture, or the message to the user if there is none. */
export type CaptureResult = CapturedPicture | { readonly said: string };

/** Requested kind of image. `shrink`: function that compresses a photo if necessary. */
export type RequestedPicture =
  | { readonly kind: 'photo'; readonly shrink: (picture: Blob) => Promise<PictureEncodingResult> }
  | { readonly kind: 'signature' };

/**
 * Logs bugs to the console. Does not log a `DOMException`: the browser could not open the camera or image, and the user sees a
 * message.
 */
export function reportCaptureBug(error: unknown): void {
  if (!(error instanceof DOMException)) reportError(error);
}

/** Reads an image from a file. The code for reading is loaded when the user chooses the first file. */
export async function readPictureFileLazily(file: File, wanted: RequestedPicture): Promise<CaptureResult> {
  try {
    const { readPictureFile } = await import('./picture-file.ts');
    return await readPictureFile(file, wanted);
  } catch (error) {
    reportError(error);
    return { said: 'No pudimos leer el archivo. Elígelo de nuevo.' };
  }
}
