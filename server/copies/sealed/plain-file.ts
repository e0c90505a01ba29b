import fs, { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { StartError, errorCode } from '../../base/start-error.ts';

/** A file below a folder that the operator named. The folder may be a link; nothing below it may. */
export interface PlainPlace {
  readonly root: string;
  readonly file: string;
}

const foreign = (found: string): StartError =>
  new StartError(
    `${found} no es una carpeta ni un archivo común (un enlace o un dispositivo): quítalo de ahí y repite esto.`,
  );

/** The folders from the root down to the file, and the file. */
function stepsTo({ root, file }: PlainPlace): string[] {
  const names = path.relative(root, file).split(path.sep);
  return names.map((_, at) => path.join(root, ...names.slice(0, at + 1)));
}

/** A backup medium that somebody prepared would otherwise have files of the clinic overwritten or deleted. @throws StartError */
export async function refuseLinks(place: PlainPlace): Promise<void> {
  for (const step of stepsTo(place)) {
    const found = await lstat(step).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (found === null) return;
    const isExpected = step === place.file ? found.isFile() || found.isDirectory() : found.isDirectory();
    if (!isExpected) throw foreign(step);
  }
}

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** Opens a regular file for reading; a pipe would be waited for without end. @throws StartError */
export async function openPlain(place: PlainPlace): Promise<FileHandle> {
  await refuseLinks(place);
  const handle = await open(place.file, READ);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw foreign(place.file);
}

/** Opens a regular file for writing, empty. @throws StartError */
export async function createPlain(place: PlainPlace): Promise<FileHandle> {
  await refuseLinks(place);
  return open(place.file, WRITE, 0o600);
}

/** True for a folder that is no link. */
export const isPlainFolder = (folder: string): boolean =>
  fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Reads a small regular file. @throws what is no such file, or larger than `most` bytes */
export function readPlainText(file: string, most: number): string {
  const descriptor = fs.openSync(file, READ);
  try {
    const found = fs.fstatSync(descriptor);
    if (!found.isFile() || found.size > most) throw foreign(file);
    return fs.readFileSync(descriptor, 'utf8');
  } finally {
    fs.closeSync(descriptor);
  }
}
