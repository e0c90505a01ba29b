import { parseVerificationCode } from '../verification/code.ts';

/**
 * References to one evaluation that a search text may contain, in the forms that screens and documents print. A text may match
 * several forms: eight digits are a short id or a patient's document.
 */
export interface EvaluationReference {
  /** Id in lower case, or its first eight characters. */
  readonly id: string | null;
  /** Verification code of a signed version, as it is stored. */
  readonly code: string | null;
  /** Number of a signed version, such as BOG-2026-000123. */
  readonly number: string | null;
}

const NUMBER_PREFIX_PATTERN = /^(?:n\.?\s*[º°]|№|no[.\s]|#)[.\s]*/i;
const EVALUATION_ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{8}$/;
const VERSION_NUMBER_PATTERN = /^([A-Z]{3}\d*)[\s-]*(\d{4})[\s-]+0*(\d+)$/;
/** Minimum number of digits in the counter of a document number. */
const MIN_COUNTER_DIGITS = 6;

function parseSignedVersionNumber(text: string): string | null {
  const [, prefix = '', year = '', counter = ''] = VERSION_NUMBER_PATTERN.exec(text.toUpperCase()) ?? [];
  return prefix === '' ? null : `${prefix}-${year}-${counter.padStart(MIN_COUNTER_DIGITS, '0')}`;
}

/** Returns every reference that the whole search text may be; null if the text cannot name an evaluation. */
export function parseEvaluationReference(search: string): EvaluationReference | null {
  const text = search
    .trim()
    .replace(/\p{Pd}/gu, '-')
    .replace(NUMBER_PREFIX_PATTERN, '');
  const id = EVALUATION_ID_PATTERN.exec(text.toLowerCase())?.[0] ?? null;
  const reference = { id, code: parseVerificationCode(text), number: parseSignedVersionNumber(text) };
  return Object.values(reference).some((reading) => reading !== null) ? reference : null;
}

interface ReferencedEvaluation {
  readonly id: string;
  readonly closings?: readonly { readonly number: string | null; readonly code: string | null }[] | undefined;
}

/** Returns true if the reference names this evaluation by its id or by one of its signed versions. */
export const isReferenced = (
  { id, closings = [] }: ReferencedEvaluation,
  reference: EvaluationReference,
): boolean =>
  (reference.id !== null && id.toLowerCase().startsWith(reference.id)) ||
  closings.some(
    ({ number, code }) =>
      (number !== null && number === reference.number) ||
      (code !== null && parseVerificationCode(code) === reference.code),
  );
