/** Where a buffer lies behind the text. */
interface BufferPart {
  readonly $at: number;
  readonly $size: number;
}

/** The text's length comes first. */
const HEAD = 4;

// Not `instanceof`: rows of a structured clone may come from another realm.
export const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** Rows as bytes: their text, then each buffer as it is. No form: WebKit reads none that has a file ("Unable to read form data blob"). */
export function packRows(rows: unknown): Blob {
  const buffers: ArrayBuffer[] = [];
  let end = 0;
  const text = JSON.stringify(rows, (_key, value: unknown) => {
    if (!isBuffer(value)) return value;
    const part: BufferPart = { $at: end, $size: value.byteLength };
    buffers.push(value);
    end += value.byteLength;
    return part;
  });
  const bytes = new TextEncoder().encode(text);
  const head = new DataView(new ArrayBuffer(HEAD));
  head.setUint32(0, bytes.byteLength);
  return new Blob([head, bytes, ...buffers]);
}

const isBufferPart = (value: unknown): value is BufferPart =>
  typeof value === 'object' && value !== null && '$at' in value && '$size' in value;

/** What `packRows` packed. @throws RangeError, SyntaxError for what was not packed, or is cut off */
export function unpackRows(packed: ArrayBuffer): unknown {
  const size = new DataView(packed).getUint32(0);
  const text = new TextDecoder().decode(new Uint8Array(packed, HEAD, size));
  const files = HEAD + size;
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isBufferPart(value)) return value;
    const at = files + value.$at;
    if (at + value.$size > packed.byteLength) throw new RangeError('a copy is cut off');
    return packed.slice(at, at + value.$size);
  });
}
