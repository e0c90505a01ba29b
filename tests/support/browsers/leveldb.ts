import { decompressSnappy, readVarint } from './snappy.ts';

/** Last eight bytes of a table file. This file reads the tables that Chromium's LevelDB writes. */

const TABLE_MAGIC = Buffer.from('57fb808b247547db', 'hex');
const FOOTER_BYTES = 48;
const SNAPPY_BLOCK_TYPE = 1;

interface BlockHandle {
  readonly offset: number;
  readonly size: number;
}

function handleAt(bytes: Buffer, at: number): BlockHandle {
  const cursor = { bytes, at };
  return { offset: readVarint(cursor), size: readVarint(cursor) };
}

function blockAt(table: Buffer, { offset, size }: BlockHandle): Buffer {
  const raw = table.subarray(offset, offset + size);
  return table[offset + size] === SNAPPY_BLOCK_TYPE ? decompressSnappy(raw) : raw;
}

/** Returns the values of a block. Keys, which share prefixes with the previous key, are skipped. */
function blockValuesOf(block: Buffer): Buffer[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const end = block.length - 4 - restarts * 4;
  const values: Buffer[] = [];
  const cursor = { bytes: block, at: 0 };
  while (cursor.at < end) {
    readVarint(cursor);
    const [unshared, size] = [readVarint(cursor), readVarint(cursor)];
    values.push(block.subarray(cursor.at + unshared, cursor.at + unshared + size));
    cursor.at += unshared + size;
  }
  return values;
}

/** Returns the uncompressed data blocks of a LevelDB table; an empty list for any other file. */
export function dataBlocksOf(table: Buffer): Buffer[] {
  if (table.length < FOOTER_BYTES || !table.subarray(-8).equals(TABLE_MAGIC)) return [];
  const footer = { bytes: table.subarray(-FOOTER_BYTES), at: 0 };
  readVarint(footer);
  readVarint(footer);
  const index = blockAt(table, handleAt(footer.bytes, footer.at));
  return blockValuesOf(index).map((value) => blockAt(table, handleAt(value, 0)));
}
