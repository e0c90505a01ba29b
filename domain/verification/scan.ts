import { parseVerificationCode } from './code.ts';

/** Input to verify a document: a typed code, or the scanned address of a QR code. */
export interface VerificationInput {
  readonly code: string;
  /** Fragment of the scanned address, with its '#'; empty when a code was typed. */
  readonly fragment: string;
  /** Host of the scanned address; null when a code was typed. */
  readonly host: string | null;
}

/** Maximum length of the input; the longest address in a QR code has about 250 characters. */
export const VERIFICATION_INPUT_MAX_LENGTH = 400;
const QR_ADDRESS_PATTERN = /^https?:\/\/([^/\s]+)\/v\/([^/?#\s]+)\/?(?:\?[^#\s]*)?(#\S*)?$/i;

/** Parses a typed or scanned text; returns null when it is neither a code nor the address of a QR code. */
export function parseVerificationInput(typed: string): VerificationInput | null {
  const text = typed.trim();
  if (text.length > VERIFICATION_INPUT_MAX_LENGTH) return null;
  const [, host = null, written = text, fragment = ''] = QR_ADDRESS_PATTERN.exec(text) ?? [];
  const code = parseVerificationCode(written);
  return code === null ? null : { code, fragment: fragment === '#' ? '' : fragment, host };
}
