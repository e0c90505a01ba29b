import fs, { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { StartError, errorCode } from '../../base/start-error.ts';

/**
 * File below a folder that the operator named. This folder may be a symbolic link; the file and the folders between them may
 * not.
 */
export interface FileLocation {
  readonly root: string;
  readonly file: string;
}

const notRegularFileError = (found: string): StartError =>
  new StartError(
    `${found} no es una carpeta ni un archivo común (un enlace o un dispositivo): quítalo de ahí y repite esto.`,
  );

/** Returns the paths of all folders between root and file, and of the file. */
function listPathsTo({ root, file }: FileLocation): string[] {
  const names = path.relative(root, file).split(path.sep);
  return names.map((_, at) => path.join(root, ...names.slice(0, at + 1)));
}

/**
 * Checks that no path between root and file is a symbolic link. An attacker who prepared the backup disk with links could
 * otherwise make the server overwrite or delete files of the clinic.
 * @throws StartError
 */
export async function rejectSymbolicLinks(place: FileLocation): Promise<void> {
  for (const step of listPathsTo(place)) {
    const found = await lstat(step).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (found === null) return;
    const isExpected = step === place.file ? found.isFile() || found.isDirectory() : found.isDirectory();
    if (!isExpected) throw notRegularFileError(step);
  }
}

const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const WRITE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/**
 * Opens a regular file for reading. A pipe is rejected, because reading it may never end.
 * @throws StartError
 */
export async function openRegularFile(place: FileLocation): Promise<FileHandle> {
  await rejectSymbolicLinks(place);
  const handle = await open(place.file, READ_FLAGS);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw notRegularFileError(place.file);
}

/**
 * Opens a regular file for writing and empties it.
 * @throws StartError
 */
export async function openTruncatedFileForWriting(place: FileLocation): Promise<FileHandle> {
  await rejectSymbolicLinks(place);
  return open(place.file, WRITE_FLAGS, 0o600);
}

export const isFolderWithoutLink = (folder: string): boolean =>
  fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Reads a small regular file as text.
 * @throws when the path is not a regular file, or the file is larger than `most` bytes
 */
export function readSmallTextFile(file: string, most: number): string {
  const descriptor = fs.openSync(file, READ_FLAGS);
  try {
    const found = fs.fstatSync(descriptor);
    if (!found.isFile() || found.size > most) throw notRegularFileError(file);
    return fs.readFileSync(descriptor, 'utf8');
  } finally {
    fs.closeSync(descriptor);
  }
}
