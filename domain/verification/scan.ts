import { readCode } from './code.ts';

/** What was typed or scanned to verify a document. */
export interface Scan {
  /** As it is kept. */
  readonly code: string;
  /** Behind the code of a QR, with its '#'; empty for a code alone. */
  readonly fragment: string;
  /** The host that a QR leads to; null for a code alone. */
  readonly host: string | null;
}

/** The longest QR has some 250. */
export const SCAN_MAX_LENGTH = 400;
const ADDRESS = /^https?:\/\/([^/\s]+)\/v\/([^/?#\s]+)\/?(?:\?[^#\s]*)?(#\S*)?$/i;

/** Null for what is neither a code nor the address of one. */
export function readScan(typed: string): Scan | null {
  const text = typed.trim();
  if (text.length > SCAN_MAX_LENGTH) return null;
  const [, host = null, written = text, fragment = ''] = ADDRESS.exec(text) ?? [];
  const code = readCode(written);
  return code === null ? null : { code, fragment: fragment === '#' ? '' : fragment, host };
}
