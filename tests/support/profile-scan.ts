import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unsnappy, varint } from './snappy.ts';

/**
 * Looks for texts in everything that a browser has written into its profile folder: the bytes of each file as they
 * lie there, blocks of LevelDB tables, values that IndexedDB compressed, and gzip streams of its cache; each in
 * UTF-8, Latin-1 and both orders of UTF-16, in any letter case.
 *
 * It does not see: what is encrypted (cookies), Brotli streams of the HTTP cache, what LevelDB split over two 32 kB
 * blocks of its log within the text itself, deleted files on the disk's free space, and the memory of the browser.
 */
export interface Sighting {
  readonly file: string;
  readonly text: string;
}

const TABLE_MAGIC = Buffer.from('57fb808b247547db', 'hex');
const FOOTER_BYTES = 48;
const SNAPPY_BLOCK = 1;
/** How Blink marks a value that it compressed. */
const COMPRESSED_VALUE = Buffer.from([0xff, 0x11, 0x02]);
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const encodings = (text: string): Buffer[] => [
  Buffer.from(text, 'utf8'),
  Buffer.from(text, 'latin1'),
  Buffer.from(text, 'utf16le'),
  utf16be(text),
];
const spellings = (text: string): string[] => [
  ...new Set([text, text.toLowerCase(), text.toUpperCase(), encodeURIComponent(text)]),
];

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function positionsOf(bytes: Buffer, mark: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) found.push(at);
  return found;
}

/** What opens; bytes that only look like it give nothing. */
function attempt(open: () => Buffer): Buffer[] {
  try {
    return [open()];
  } catch {
    return [];
  }
}

interface Handle {
  readonly offset: number;
  readonly size: number;
}

function handleAt(bytes: Buffer, at: number): Handle {
  const cursor = { bytes, at };
  return { offset: varint(cursor), size: varint(cursor) };
}

function blockAt(table: Buffer, { offset, size }: Handle): Buffer {
  const raw = table.subarray(offset, offset + size);
  return table[offset + size] === SNAPPY_BLOCK ? unsnappy(raw) : raw;
}

/** The values of a block; keys share their beginnings with the one before and are not needed here. */
function valuesOf(block: Buffer): Buffer[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const end = block.length - 4 - restarts * 4;
  const values: Buffer[] = [];
  const cursor = { bytes: block, at: 0 };
  while (cursor.at < end) {
    varint(cursor);
    const [unshared, size] = [varint(cursor), varint(cursor)];
    values.push(block.subarray(cursor.at + unshared, cursor.at + unshared + size));
    cursor.at += unshared + size;
  }
  return values;
}

/** The uncompressed data blocks of a LevelDB table; none for any other file. */
function blocksOf(table: Buffer): Buffer[] {
  if (table.length < FOOTER_BYTES || !table.subarray(-8).equals(TABLE_MAGIC)) return [];
  const footer = { bytes: table.subarray(-FOOTER_BYTES), at: 0 };
  varint(footer);
  varint(footer);
  const index = blockAt(table, handleAt(footer.bytes, footer.at));
  return valuesOf(index).map((value) => blockAt(table, handleAt(value, 0)));
}

/** The layers of a file: itself, and what can be unpacked from it. */
function layersOf(file: string): Buffer[] {
  const raw = fs.readFileSync(file);
  const opened = [raw, ...blocksOf(raw)];
  const values = opened.flatMap((layer) =>
    positionsOf(layer, COMPRESSED_VALUE).flatMap((at) => attempt(() => unsnappy(layer, at + 3))),
  );
  const streams = positionsOf(raw, GZIP).flatMap((at) => attempt(() => gunzipSync(raw.subarray(at))));
  return [...opened, ...values, ...streams];
}

/** Every text that is somewhere below the folder, with the file. The browser must have ended. */
export function scanProfile(folder: string, texts: readonly string[]): Sighting[] {
  const needles = texts.map((text) => ({ text, marks: spellings(text).flatMap(encodings) }));
  return filesIn(folder).flatMap((file) => {
    const layers = layersOf(file);
    const seen = needles.filter(({ marks }) =>
      marks.some((mark) => layers.some((layer) => layer.includes(mark))),
    );
    return seen.map(({ text }) => ({ file: path.relative(folder, file), text }));
  });
}
