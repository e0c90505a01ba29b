import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

const STREAM_START = '\nstream\n';
const STREAM_END = '\nendstream';

const inflateOrKeep = (bytes: Buffer): Buffer => {
  try {
    return inflateSync(bytes);
  } catch {
    // The stream of a picture is not compressed by zlib and stays unchanged.
    return bytes;
  }
};

/**
 * Returns the SHA-256 of a PDF with its streams unpacked and without their lengths and offsets, because compressed bytes depend
 * on the version of zlib.
 */
export function digestOfUnpackedPdf(pdf: Buffer): string {
  const hash = createHash('sha256');
  const text = pdf.toString('latin1');
  let at = 0;
  for (let begin = text.indexOf(STREAM_START); begin !== -1; begin = text.indexOf(STREAM_START, at)) {
    const from = begin + STREAM_START.length;
    hash.update(text.slice(at, from).replace(/\/Length \d+/g, ''));
    at = text.indexOf(STREAM_END, from);
    hash.update(inflateOrKeep(pdf.subarray(from, at)));
  }
  return hash.update(text.slice(at, text.lastIndexOf('\nxref'))).digest('hex');
}
