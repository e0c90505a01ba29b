import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

const BEGIN = '\nstream\n';
const END = '\nendstream';

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
export function digestOfPdf(pdf: Buffer): string {
  const hash = createHash('sha256');
  const text = pdf.toString('latin1');
  let at = 0;
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, at)) {
    const from = begin + BEGIN.length;
    hash.update(text.slice(at, from).replace(/\/Length \d+/g, ''));
    at = text.indexOf(END, from);
    hash.update(inflateOrKeep(pdf.subarray(from, at)));
  }
  return hash.update(text.slice(at, text.lastIndexOf('\nxref'))).digest('hex');
}
