import { parseVerificationCode } from './code.ts';

/** Code or QR address that was typed or scanned to verify a document. */
export interface VerificationScan {
  /** Code in its stored form. */
  readonly code: string;
  /** Fragment of a QR code's address, with its '#'; empty when only a code was typed. */
  readonly fragment: string;
  /** Host of a QR code's address; null when only a code was typed. */
  readonly host: string | null;
}

/** Maximum length of the text; the longest QR has about 250 characters. */
export const SCAN_MAX_LENGTH = 400;
const ADDRESS = /^https?:\/\/([^/\s]+)\/v\/([^/?#\s]+)\/?(?:\?[^#\s]*)?(#\S*)?$/i;

/** Reads a typed or scanned text; returns null for a text that is neither a code nor the address of a QR code. */
export function parseScan(typed: string): VerificationScan | null {
  const text = typed.trim();
  if (text.length > SCAN_MAX_LENGTH) return null;
  const [, host = null, written = text, fragment = ''] = ADDRESS.exec(text) ?? [];
  const code = parseVerificationCode(written);
  return code === null ? null : { code, fragment: fragment === '#' ? '' : fragment, host };
}
