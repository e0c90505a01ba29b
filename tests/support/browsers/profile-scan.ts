import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { dataBlocksOf } from './leveldb.ts';
import { readSqliteCells, isSqlite, unlz4 } from './mozilla.ts';
import { decompressSnappy } from './snappy.ts';

/**
 * Text or bytes found in a browser's profile folder. The scan reads everything that the browser has written:
 *
 * - the raw bytes of each file
 * - Chromium's LevelDB tables, and the values that its IndexedDB compressed
 * - the cells of SQLite files, in which Firefox and WebKit keep their databases (Firefox compresses them)
 * - Firefox's session files
 * - gzip and Brotli data of a cache
 *
 * The scan searches texts in UTF-8, Latin-1 and both byte orders of UTF-16, as written, URL-encoded and in lower and upper
 * case. It searches bytes as they are.
 *
 * The scan does not see: encrypted data (cookies), Brotli streams of Chromium's HTTP cache, texts that LevelDB split over two
 * 32 kB blocks of its log, compressed cells of rows that SQLite has freed, deleted files in the disk's free space, and the
 * memory of the browser.
 */
export interface FoundText {
  readonly file: string;
  readonly text: string;
}

/** First bytes of a value that Blink, Chromium's engine, has compressed. */
const COMPRESSED_VALUE_SIGNATURE = Buffer.from([0xff, 0x11, 0x02]);
const GZIP_SIGNATURE = Buffer.from([0x1f, 0x8b, 0x08]);

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

/** Returns the unpacked bytes; an empty list if unpacking fails, because the bytes only looked like the format. */
function unpackOrEmpty(open: () => Buffer): Buffer[] {
  try {
    return [open()];
  } catch {
    return [];
  }
}

const unpackGzipAndBrotli = (bytes: Buffer): Buffer[] => [
  ...positionsOf(bytes, GZIP_SIGNATURE).flatMap((at) => unpackOrEmpty(() => gunzipSync(bytes.subarray(at)))),
  // A Brotli stream has no signature, so each file is tried; Firefox's cache files begin with such a stream.
  ...unpackOrEmpty(() => brotliDecompressSync(bytes)),
];

function unpackFileContents(file: string, raw: Buffer): Buffer[] {
  if (isSqlite(raw))
    return readSqliteCells(file).flatMap((cell) => [cell, ...unpackOrEmpty(() => decompressSnappy(cell))]);
  const session = unlz4(raw);
  return session ? [session] : dataBlocksOf(raw);
}

/** Returns the file's bytes and the bytes of everything unpacked from the file, at any depth. */
function unpackAllLayers(file: string): Buffer[] {
  const raw = fs.readFileSync(file);
  const opened = [raw, ...unpackFileContents(file, raw)];
  const values = opened.flatMap((layer) =>
    positionsOf(layer, COMPRESSED_VALUE_SIGNATURE).flatMap((at) =>
      unpackOrEmpty(() => decompressSnappy(layer, at + 3)),
    ),
  );
  return [...opened, ...values, ...unpackGzipAndBrotli(raw)];
}

/** Returns each given text or byte sequence that the folder contains, with the file. The browser must have ended. */
export function scanProfile(folder: string, texts: readonly (string | Buffer)[]): FoundText[] {
  const needles = texts.map((text) =>
    typeof text === 'string'
      ? { text, marks: spellings(text).flatMap(encodings) }
      : { text: `bytes ${text.toString('hex')}`, marks: [text] },
  );
  return filesIn(folder).flatMap((file) => {
    const layers = unpackAllLayers(file);
    const seen = needles.filter(({ marks }) =>
      marks.some((mark) => layers.some((layer) => layer.includes(mark))),
    );
    return seen.map(({ text }) => ({ file: path.relative(folder, file), text }));
  });
}

/** Returns bytes from the middle of a picture, by which a scan recognises this picture and no other. */
export const middleBytesOf = ({ buffer }: { readonly buffer: Buffer }): Buffer =>
  buffer.subarray(Math.floor(buffer.length / 2), Math.floor(buffer.length / 2) + 24);
