/** Placeholder for a buffer in the JSON: its position after the text and its size, bytes. */
interface BufferPlaceholder {
  readonly $at: number;
  readonly $size: number;
}

/** Size of the header, bytes; the header contains the length of the text. */
const HEAD_BYTES = 4;

// `instanceof` does not work here, because rows of a structured clone may come from another realm.
export const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/**
 * Packs rows into bytes: the JSON, then each buffer unchanged. FormData is not used, because WebKit cannot read a stored form
 * with a file ("Unable to read form data blob").
 */
export function packRows(rows: unknown): Blob {
  const buffers: ArrayBuffer[] = [];
  let end = 0;
  const text = JSON.stringify(rows, (_key, value: unknown) => {
    if (!isArrayBuffer(value)) return value;
    const part: BufferPlaceholder = { $at: end, $size: value.byteLength };
    buffers.push(value);
    end += value.byteLength;
    return part;
  });
  const bytes = new TextEncoder().encode(text);
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  head.setUint32(0, bytes.byteLength);
  return new Blob([head, bytes, ...buffers]);
}

const isBufferPlaceholder = (value: unknown): value is BufferPlaceholder =>
  typeof value === 'object' && value !== null && '$at' in value && '$size' in value;

/**
 * Unpacks the result of `packRows`.
 * @throws RangeError, SyntaxError if the bytes are truncated or not from `packRows`
 */
export function unpackRows(packed: ArrayBuffer): unknown {
  const size = new DataView(packed).getUint32(0);
  const text = new TextDecoder().decode(new Uint8Array(packed, HEAD_BYTES, size));
  const files = HEAD_BYTES + size;
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isBufferPlaceholder(value)) return value;
    const at = files + value.$at;
    if (at + value.$size > packed.byteLength) throw new RangeError('a copy is cut off');
    return packed.slice(at, at + value.$size);
  });
}
