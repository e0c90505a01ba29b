import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError, errorCode } from '../../base/start-error.ts';

/** The clinic's key: what seals every part of a copy, and what alone opens it. */
export interface CopyKey {
  readonly bytes: Buffer;
  /** Tells one key from another without saying anything of it; 16 hexadecimal digits. */
  readonly id: string;
}

const KEY_BYTES = 32;
const FILE_MAX = 1_000;
/** As the key lies in its file: two digits a byte. */
const HEX = /^[\da-f]{64}$/;

function keyOf(bytes: Buffer): CopyKey {
  const told = Buffer.from(hkdfSync('sha256', bytes, '', 'ventanilla copy key id', KEY_BYTES));
  return { bytes, id: createHash('sha256').update(told).digest('hex').slice(0, 16) };
}

function readBounded(file: string): string {
  try {
    if (fs.statSync(file).size > FILE_MAX) return '';
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(
      `The key of the copies ${file} cannot be read (${errorCode(cause)}): put it back from where the clinic keeps it, or correct BACKUP_KEY_FILE.`,
      { cause },
    );
  }
}

/** The key of a file of 64 hexadecimal digits; blanks between them do not count. @throws StartError */
export function readKey(file: string): CopyKey {
  const digits = readBounded(file).replace(/\s/g, '').toLowerCase();
  if (!HEX.test(digits))
    throw new StartError(`${file} holds no key: it has to be ${2 * KEY_BYTES} hexadecimal digits.`);
  return keyOf(Buffer.from(digits, 'hex'));
}

/** Where BACKUP_KEY_FILE says that it lies. @throws StartError */
export function requireKey(file: string | null): CopyKey {
  if (file !== null) return readKey(file);
  throw new StartError(
    'Copies are sealed, and BACKUP_KEY_FILE names no key: make one with npm run backup -- new-key FILE, and keep a second one of it on paper.',
  );
}

/** In groups of eight, so that it can be written down and typed again. */
const grouped = (digits: string): string => digits.replace(/.{8}(?=.)/g, '$& ');

/** Makes a key that nobody has, in a file of its own. @throws StartError where there is a file already */
export function makeKey(file: string): CopyKey {
  const bytes = randomBytes(KEY_BYTES);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${grouped(bytes.toString('hex'))}\n`, { mode: 0o400, flag: 'wx', flush: true });
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST')
      throw new StartError(
        `There is a file ${file} already, perhaps a key that copies need: choose another name.`,
      );
    throw new StartError(`The key cannot be written to ${file} (${errorCode(cause)}).`, { cause });
  }
  return keyOf(bytes);
}
