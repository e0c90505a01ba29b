import { ATTACHMENT_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { readImageHeader } from '#domain/photo/image-header.ts';
import type { CapturedFile } from '#storage/keys/pictures.ts';

/** `damaged`: the file's extension names an allowed type, but the content has another type. */
export type AttachmentProblem = 'too_large' | 'not_allowed' | 'damaged' | 'empty' | 'unreadable';
export type AttachmentReadResult =
  | { readonly type: 'file'; readonly file: CapturedFile }
  | { readonly type: 'problem'; readonly problem: AttachmentProblem };

const ATTACHMENT_PROBLEM_TEXTS: Record<Exclude<AttachmentProblem, 'too_large' | 'damaged'>, string> = {
  not_allowed: 'El archivo debe ser PDF, PNG o JPEG.',
  empty: 'El archivo está vacío. Elige otro.',
  unreadable: 'No pudimos leer el archivo. Elígelo de nuevo.',
};

const FILE_KIND_PATTERNS: readonly [extension: RegExp, name: string][] = [
  [/\.pdf$/i, 'PDF'],
  [/\.png$/i, 'PNG'],
  [/\.jpe?g$/i, 'JPEG'],
];
const findFileKindByName = (name: string): string | undefined =>
  FILE_KIND_PATTERNS.find(([extension]) => extension.test(name))?.[1];

export function attachmentProblemText(
  problem: AttachmentProblem,
  { maxBytes, name }: { maxBytes: number; name: string },
): string {
  switch (problem) {
    case 'too_large':
      return `El archivo supera el límite de ${maxBytes / 1_000_000} MB.`;
    case 'damaged':
      return `El archivo dice ser ${findFileKindByName(name) ?? 'PDF, PNG o JPEG'}, pero está dañado o no se puede abrir. Ábrelo para revisarlo, o elige otro.`;
    case 'not_allowed':
    case 'empty':
    case 'unreadable':
      return ATTACHMENT_PROBLEM_TEXTS[problem];
  }
}

const PDF_HEADER_TEXT = '%PDF-';
/**
 * Number of bytes from the start of a file within which '%PDF' must begin, because PDF readers accept other bytes before it.
 */
const PDF_HEADER_SEARCH_BYTES = 1_024;

/** Detects the file type from the content; null if a file with this content cannot be attached (P5). */
function detectFileType(bytes: ArrayBuffer): CapturedFile['mime'] | null {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, PDF_HEADER_SEARCH_BYTES));
  return head.includes(PDF_HEADER_TEXT) ? 'application/pdf' : (readImageHeader(bytes)?.mime ?? null);
}

const createProblemResult = (name: AttachmentProblem): AttachmentReadResult => ({
  type: 'problem',
  problem: name,
});

/**
 * Reads the bytes when the user chooses the file, so that the upload does not fail if the file is changed or its drive removed
 * later.
 */
export async function readAttachment(file: File, maxBytes: number): Promise<AttachmentReadResult> {
  if (file.size === 0) return createProblemResult('empty');
  if (file.size > maxBytes) return createProblemResult('too_large');
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return createProblemResult('unreadable');
  }
  const mime = detectFileType(bytes);
  if (!mime)
    return createProblemResult(findFileKindByName(file.name) === undefined ? 'not_allowed' : 'damaged');
  return { type: 'file', file: { bytes, mime, name: file.name.slice(-ATTACHMENT_NAME_MAX_LENGTH) } };
}
