import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopPostmaster } from '#server/platform/database/embedded/postmaster.ts';

const SHARED_MEMORY_FOLDER = '/dev/shm';
const FREE_BYTES_NEEDED = 3 * 1024 ** 3;

function isMemoryFolderUsable(): boolean {
  if (process.env['SCRATCH_IN_MEMORY'] !== '1' || !fs.existsSync(SHARED_MEMORY_FOLDER)) return false;
  const { bavail, bsize } = fs.statfsSync(SHARED_MEMORY_FOLDER);
  return bavail * bsize > FREE_BYTES_NEEDED;
}

/**
 * Returns a folder in memory if the configuration of the tests asks for it and there is enough space. On a disk, PostgreSQL
 * waits for fsync at each start and stop of a cluster, and creating the three hundred files of a database takes longer than most
 * test files. Programs that measure use the disk, as a clinic does.
 */
const chooseParentFolder = (): string =>
  isMemoryFolderUsable() ? SHARED_MEMORY_FOLDER : fs.realpathSync(os.tmpdir());

/** Creates a server's data folder. Its mode lets PostgreSQL enter, which runs without root rights. */
export function makeScratchFolder(label: string): string {
  const folder = fs.mkdtempSync(path.join(chooseParentFolder(), `ventanilla-${label}-`));
  fs.chmodSync(folder, 0o755);
  return folder;
}

export async function stopAndRemoveDataDir(dataDir: string): Promise<void> {
  await stopPostmaster(path.join(dataDir, 'postgres'));
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
