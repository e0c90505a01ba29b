import { ATTACHMENT_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { readImageHeader } from '#domain/photo/image-header.ts';
import type { AttachedFile } from '#storage/keys/pictures.ts';

/** `damaged`: the file's extension names an allowed type, but the content has another type. */
export type AttachmentProblem = 'too_large' | 'not_allowed' | 'damaged' | 'empty' | 'unreadable';
export type AttachmentReadResult =
  | { readonly type: 'file'; readonly file: AttachedFile }
  | { readonly type: 'problem'; readonly problem: AttachmentProblem };

const WORDS: Record<Exclude<AttachmentProblem, 'too_large' | 'damaged'>, string> = {
  not_allowed: 'El archivo debe ser PDF, PNG o JPEG.',
  empty: 'El archivo está vacío. Elige otro.',
  unreadable: 'No pudimos leer el archivo. Elígelo de nuevo.',
};

const KIND_NAMES: readonly [extension: RegExp, name: string][] = [
  [/\.pdf$/i, 'PDF'],
  [/\.png$/i, 'PNG'],
  [/\.jpe?g$/i, 'JPEG'],
];
const kindByName = (name: string): string | undefined =>
  KIND_NAMES.find(([extension]) => extension.test(name))?.[1];

export function attachmentProblemText(
  problem: AttachmentProblem,
  { maxBytes, name }: { maxBytes: number; name: string },
): string {
  switch (problem) {
    case 'too_large':
      return `El archivo supera el límite de ${maxBytes / 1_000_000} MB.`;
    case 'damaged':
      return `El archivo dice ser ${kindByName(name) ?? 'PDF, PNG o JPEG'}, pero está dañado o no se puede abrir. Ábrelo para revisarlo, o elige otro.`;
    case 'not_allowed':
    case 'empty':
    case 'unreadable':
      return WORDS[problem];
  }
}

const PDF_SIGN = '%PDF-';
/**
 * Number of bytes from the start of a file within which '%PDF' must begin, because PDF readers accept other bytes before it.
 */
const PDF_WITHIN = 1_024;

/** Detects the file type from the content; null if a file with this content cannot be attached (P5). */
function kindOf(bytes: ArrayBuffer): AttachedFile['mime'] | null {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, PDF_WITHIN));
  return head.includes(PDF_SIGN) ? 'application/pdf' : (readImageHeader(bytes)?.mime ?? null);
}

const problem = (name: AttachmentProblem): AttachmentReadResult => ({ type: 'problem', problem: name });

/**
 * Reads the bytes when the user chooses the file, so that the upload does not fail if the file is changed or its drive removed
 * later.
 */
export async function readAttachment(file: File, maxBytes: number): Promise<AttachmentReadResult> {
  if (file.size === 0) return problem('empty');
  if (file.size > maxBytes) return problem('too_large');
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return problem('unreadable');
  }
  const mime = kindOf(bytes);
  if (!mime) return problem(kindByName(file.name) === undefined ? 'not_allowed' : 'damaged');
  return { type: 'file', file: { bytes, mime, name: file.name.slice(-ATTACHMENT_NAME_MAX_LENGTH) } };
}
