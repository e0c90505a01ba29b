import type { CapturedPicture } from '#storage/drafts/drafts.ts';

export type PictureKind = 'photo' | 'signature';

/** What became of a capture or a chosen file; `said`: why nothing, in words for the person. */
export type Made =
  | { readonly type: 'picture'; readonly picture: CapturedPicture }
  | { readonly type: 'said'; readonly text: string };

export const said = (text: string): Made => ({ type: 'said', text });

/** What a photo became on its way to a size that fits (P5). */
export type Compressed =
  | { readonly type: 'fits'; readonly bytes: ArrayBuffer }
  | { readonly type: 'too_large' }
  | { readonly type: 'failed' };

/** What is asked for; a photo is made smaller where it has to be. */
export type Wanted =
  | { readonly kind: 'photo'; readonly shrink: (picture: Blob) => Promise<Compressed> }
  | { readonly kind: 'signature' };

/** A picture from a file. What reads one is fetched only now. */
export async function readFile(file: File, wanted: Wanted): Promise<Made> {
  try {
    const { readPictureFile } = await import('./picture-file.ts');
    return await readPictureFile(file, wanted);
  } catch (error) {
    reportError(error);
    return said('No pudimos leer el archivo. Elígelo de nuevo.');
  }
}
