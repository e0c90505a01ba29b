import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopPostmaster } from '#server/platform/database/embedded/postmaster.ts';

const SHARED_MEMORY_FOLDER = '/dev/shm';
const FREE_BYTES_NEEDED = 3 * 1024 ** 3;

/**
 * Returns a folder in memory if there is enough space. On a disk, PostgreSQL waits for fsync at each start and stop of a
 * cluster, and creating the three hundred files of a database takes longer than most test files.
 */
function chooseParentFolder(): string {
  if (!fs.existsSync(SHARED_MEMORY_FOLDER)) return fs.realpathSync(os.tmpdir());
  const { bavail, bsize } = fs.statfsSync(SHARED_MEMORY_FOLDER);
  return bavail * bsize > FREE_BYTES_NEEDED ? SHARED_MEMORY_FOLDER : fs.realpathSync(os.tmpdir());
}

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
