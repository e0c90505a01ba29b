import { ATTACHMENT_NAME_MAX_LENGTH, type ATTACHMENT_TYPES } from '#contract/limits.ts';
import { EXAM_PICTURE_BOUNDS, decodingQueue } from './decoding.ts';
import { invalidFileError, pictureType, reencodePicture } from './picture.ts';

export interface AttachmentFile {
  readonly bytes: Buffer;
  readonly mime: (typeof ATTACHMENT_TYPES)[number];
  readonly extension: 'pdf' | 'jpg' | 'png';
}

/**
 * Number of bytes from the start of a file within which PDF readers search for the PDF header. TRAILER_SEARCH_BYTES is the number of
 * bytes before the end within which they search for the trailer (ISO 32000, annex H).
 */
const HEADER_SEARCH_BYTES = 1024;
const TRAILER_SEARCH_BYTES = 2048;
const PDF_HEADER_PATTERN = /%PDF-[12]\.\d/;
const PDF_TRAILER_PATTERN = /startxref\s+\d+\s+%%EOF/;
/**
 * First bytes of programs, scripts, archives and web pages. A file that begins with these bytes is rejected even if it has a
 * PDF header after them.
 */
const OTHER_FILE_STARTS = [
  'MZ',
  '\x7fELF',
  '#!',
  '\xca\xfe\xba\xbe',
  '\xcf\xfa\xed\xfe',
  '\xce\xfa\xed\xfe',
  'PK\x03\x04',
  '<',
  '@',
];
const PJL_PREFIX = '@PJL';

function isCompletePdf(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEADER_SEARCH_BYTES).toString('latin1');
  const tail = bytes.subarray(-TRAILER_SEARCH_BYTES).toString('latin1');
  return (
    (head.startsWith(PJL_PREFIX) || !OTHER_FILE_STARTS.some((start) => head.startsWith(start))) &&
    PDF_HEADER_PATTERN.test(head) &&
    PDF_TRAILER_PATTERN.test(tail)
  );
}

/**
 * Returns true if the file begins with a PDF header. If the rest is invalid, the error message then says "damaged PDF" and not
 * "unknown type".
 */
const beginsAsPdf = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('latin1').startsWith('%PDF-');
const PDF_DAMAGED_TEXT =
  'El PDF está dañado o incompleto y no se puede abrir. Vuelve a guardarlo o elige otro.';
const TYPE_NOT_ALLOWED_TEXT = 'El archivo debe ser un PDF, PNG o JPEG.';

/**
 * Validates the content, whatever the file name: a complete PDF, PNG or JPEG. Returns the file to store.
 * @param person user to which the fair queue assigns the decoding of an image
 * @throws file_invalid for any other content and for an image over EXAM_PICTURE_BOUNDS; rate_limited
 */
export async function createAttachmentFromUpload(bytes: Buffer, person: string): Promise<AttachmentFile> {
  if (bytes.length === 0) throw invalidFileError('El archivo está vacío.');
  const picture = pictureType(bytes);
  if (picture) return decodingQueue.run(person, () => reencodePicture(bytes, picture, EXAM_PICTURE_BOUNDS));
  if (!isCompletePdf(bytes))
    throw invalidFileError(beginsAsPdf(bytes) ? PDF_DAMAGED_TEXT : TYPE_NOT_ALLOWED_TEXT);
  return { bytes, mime: 'application/pdf', extension: 'pdf' };
}

const EXTENSION_PATTERNS: Record<AttachmentFile['extension'], RegExp> = {
  pdf: /\.pdf$/i,
  jpg: /\.jpe?g$/i,
  png: /\.png$/i,
};

/**
 * Returns the user's file name in a safe form: without folders and invisible characters, and with the extension of the content.
 */
export function safeFileName(given: string, extension: AttachmentFile['extension']): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const named = EXTENSION_PATTERNS[extension].test(plain) ? plain.replace(/\.[^.]*$/, '') : plain;
  const stem = named.replace(/^\.+/, '');
  const ending = `.${EXTENSION_PATTERNS[extension].exec(plain)?.[0].slice(1) ?? extension}`;
  // Cuts the name between code points, because half of a surrogate pair cannot be stored.
  const letters = Array.from(stem || 'archivo').slice(0, ATTACHMENT_NAME_MAX_LENGTH - ending.length);
  return letters.join('') + ending;
}
