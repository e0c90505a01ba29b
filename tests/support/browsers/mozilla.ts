import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * First bytes of a SQLite file. This file reads the formats of Firefox and WebKit that are not plain text: SQLite's cells and
 * the LZ4 of Firefox's session files.
 */

const SQLITE_SIGNATURE = Buffer.from('SQLite format 3\0', 'latin1');
const READ_CELLS_SCRIPT = fileURLToPath(new URL('sqlite-cells.py', import.meta.url));
const PYTHON_PATH = '/usr/bin/python3';
const MAX_OUTPUT_BYTES = 512 * 2 ** 20;

export const isSqlite = (bytes: Buffer): boolean =>
  bytes.subarray(0, SQLITE_SIGNATURE.length).equals(SQLITE_SIGNATURE);

/**
 * Returns every text and blob of a SQLite file. Throws without Python, because the scan would otherwise report success without
 * having seen them.
 */
export function readSqliteCells(file: string): Buffer[] {
  if (!existsSync(PYTHON_PATH)) throw new Error(`${PYTHON_PATH} is needed to look into ${file}`);
  const printed = execFileSync(PYTHON_PATH, [READ_CELLS_SCRIPT, file], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'base64'));
}

const LZ4_SIGNATURE = Buffer.from('mozLz40\0', 'latin1');

/** Reads a length of LZ4: the value 15 in the token means that more bytes follow, each 255 except the last. */
function readLz4Length(bytes: Buffer, start: number, short: number): { length: number; at: number } {
  let [length, at] = [short, start];
  if (short < 15) return { length, at };
  for (let part = 255; part === 255; at += 1) {
    part = bytes[at] ?? 0;
    length += part;
  }
  return { length, at };
}

/** Decompresses a `.jsonlz4` file: a signature, a length and one LZ4 block. Returns null for any other file. */
export function unlz4(file: Buffer): Buffer | null {
  if (!file.subarray(0, LZ4_SIGNATURE.length).equals(LZ4_SIGNATURE)) return null;
  const out = Buffer.alloc(file.readUInt32LE(LZ4_SIGNATURE.length));
  let [at, written] = [LZ4_SIGNATURE.length + 4, 0];
  while (at < file.length) {
    const token = file[at] ?? 0;
    const literal = readLz4Length(file, at + 1, token >> 4);
    file.copy(out, written, literal.at, literal.at + literal.length);
    at = literal.at + literal.length;
    written += literal.length;
    if (at >= file.length) break; // LZ4's last sequence has only literals.
    const offset = file.readUInt16LE(at);
    const match = readLz4Length(file, at + 2, token & 15);
    at = match.at;
    // The copy runs byte by byte, because its source may overlap with the bytes that it writes.
    for (let count = match.length + 4; count > 0; count -= 1, written += 1)
      out[written] = out[written - offset] ?? 0;
  }
  return out.subarray(0, written);
}
