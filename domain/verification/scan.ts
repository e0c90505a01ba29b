import { parseVerificationCode } from './code.ts';

/** Input to verify a document: a typed code, or the scanned address of a QR code. */
export interface VerificationScan {
  readonly code: string;
  /** Fragment of the scanned address, with its '#'; empty when a code was typed. */
  readonly fragment: string;
  /** Host of the scanned address; null when a code was typed. */
  readonly host: string | null;
}

/** Maximum length of the input; the longest address in a QR code has about 250 characters. */
export const SCAN_MAX_LENGTH = 400;
const ADDRESS_PATTERN = /^https?:\/\/([^/\s]+)\/v\/([^/?#\s]+)\/?(?:\?[^#\s]*)?(#\S*)?$/i;

/** Parses a typed or scanned text; returns null when it is neither a code nor the address of a QR code. */
export function parseScan(typed: string): VerificationScan | null {
  const text = typed.trim();
  if (text.length > SCAN_MAX_LENGTH) return null;
  const [, host = null, written = text, fragment = ''] = ADDRESS_PATTERN.exec(text) ?? [];
  const code = parseVerificationCode(written);
  return code === null ? null : { code, fragment: fragment === '#' ? '' : fragment, host };
}
