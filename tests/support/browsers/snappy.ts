/**
 * Reading position in compressed bytes. This file decodes raw Snappy, the format of LevelDB's blocks and of Chromium's
 * IndexedDB values.
 */

interface ByteCursor {
  readonly bytes: Buffer;
  at: number;
}

const readByte = (cursor: ByteCursor): number => {
  const value = cursor.bytes[cursor.at];
  if (value === undefined) throw new RangeError('snappy: cut short');
  cursor.at += 1;
  return value;
};

const readLittleEndian = (cursor: ByteCursor, count: number): number =>
  Array.from({ length: count }, (_, index) => readByte(cursor) * 256 ** index).reduce(
    (sum, part) => sum + part,
    0,
  );

/** Reads an integer of seven bits per byte, least significant bits first. */
export function readVarint(cursor: ByteCursor): number {
  for (let [value, factor] = [0, 1]; ; factor *= 128) {
    const part = readByte(cursor);
    value += (part & 127) * factor;
    if (part < 128) return value;
    if (factor > 2 ** 35) throw new RangeError('snappy: not a length');
  }
}

function readLiteralLength(cursor: ByteCursor, tag: number): number {
  const short = tag >> 2;
  return (short < 60 ? short : readLittleEndian(cursor, short - 59)) + 1;
}

/** Reads how far back a copied section begins in the output, and its length. */
function readCopyReference(cursor: ByteCursor, tag: number): { offset: number; length: number } {
  if ((tag & 3) === 1) return { length: ((tag >> 2) & 7) + 4, offset: (tag >> 5) * 256 + readByte(cursor) };
  return { length: (tag >> 2) + 1, offset: readLittleEndian(cursor, (tag & 3) === 2 ? 2 : 4) };
}

/**
 * Decompresses from `start` until the announced length is reached; later bytes are ignored.
 * @throws RangeError if the bytes are not Snappy
 */
export function decompressSnappy(bytes: Buffer, start = 0, longest = 64 * 2 ** 20): Buffer {
  const cursor: ByteCursor = { bytes, at: start };
  const length = readVarint(cursor);
  if (length > longest) throw new RangeError('snappy: not a length');
  const out = Buffer.alloc(length);
  let written = 0;
  while (written < length) {
    const tag = readByte(cursor);
    if ((tag & 3) === 0) {
      const count = readLiteralLength(cursor, tag);
      if (cursor.at + count > bytes.length || written + count > length)
        throw new RangeError('snappy: too long');
      bytes.copy(out, written, cursor.at, cursor.at + count);
      cursor.at += count;
      written += count;
      continue;
    }
    const { offset, length: count } = readCopyReference(cursor, tag);
    if (offset === 0 || offset > written || written + count > length)
      throw new RangeError('snappy: bad copy');
    // The copy runs byte by byte, because its source may overlap with the bytes that it writes.
    for (let index = 0; index < count; index += 1, written += 1) out[written] = out[written - offset] ?? 0;
  }
  return out;
}
