import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartError, errorCode } from '../../base/start-error.ts';

/** Key of the clinic, which alone encrypts and decrypts every part of its backups. */
export interface BackupKey {
  readonly bytes: Buffer;
  /** Public id of the key: 16 hexadecimal digits that reveal nothing about it. */
  readonly id: string;
}

const KEY_BYTES = 32;
const MAX_KEY_FILE_BYTES = 1_000;
/** Content of the key file without white space: two hexadecimal digits for each byte. */
const HEX_KEY_PATTERN = /^[\da-f]{64}$/;

function toBackupKey(bytes: Buffer): BackupKey {
  const reported = Buffer.from(hkdfSync('sha256', bytes, '', 'ventanilla copy key id', KEY_BYTES));
  return { bytes, id: createHash('sha256').update(reported).digest('hex').slice(0, 16) };
}

function readKeyFile(file: string): string {
  try {
    if (fs.statSync(file).size > MAX_KEY_FILE_BYTES) return '';
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(
      `No se puede leer la llave de las copias ${file} (${errorCode(cause)}): ponla de nuevo desde donde la clínica la guarda, o corrige BACKUP_KEY_FILE.`,
      { cause },
    );
  }
}

/**
 * Reads the key from a file of 64 hexadecimal digits; white space is ignored.
 * @throws StartError
 */
export function readBackupKey(file: string): BackupKey {
  const digits = readKeyFile(file).replace(/\s/g, '').toLowerCase();
  if (!HEX_KEY_PATTERN.test(digits))
    throw new StartError(
      `${file} no tiene una llave: tienen que ser ${2 * KEY_BYTES} dígitos hexadecimales.`,
    );
  return toBackupKey(Buffer.from(digits, 'hex'));
}

/**
 * Reads the key from the file that BACKUP_KEY_FILE names.
 * @throws StartError when the setting is missing or the file contains no key
 */
export function requireBackupKey(file: string | null): BackupKey {
  if (file !== null) return readBackupKey(file);
  throw new StartError(
    'Las copias van selladas y BACKUP_KEY_FILE no indica una llave: crea una con npm run backup -- new-key ARCHIVO, y guárdala también en papel.',
  );
}

/** Separates the digits into groups of eight, which are easier to write down and type. */
const groupDigits = (digits: string): string => digits.replace(/.{8}(?=.)/g, '$& ');

/**
 * Generates a key and writes it to a new file.
 * @throws StartError when the file exists
 */
export function createBackupKeyFile(file: string): BackupKey {
  const bytes = randomBytes(KEY_BYTES);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${groupDigits(bytes.toString('hex'))}\n`, {
      mode: 0o400,
      flag: 'wx',
      flush: true,
    });
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST')
      throw new StartError(
        `El archivo ${file} ya existe, y puede ser una llave que alguna copia necesita: elige otro nombre.`,
      );
    throw new StartError(
      `No se puede escribir la llave en ${file} (${errorCode(cause)}): elige otra carpeta o cambia su dueño.`,
      { cause },
    );
  }
  return toBackupKey(bytes);
}
