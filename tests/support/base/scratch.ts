import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopPostmaster } from '#server/database/embedded/postmaster.ts';

/**
 * Creates a folder for a server's data in the system's temporary folder. PostgreSQL, which runs without privileges, can enter
 * this folder.
 */
export function makeScratch(label: string): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `ventanilla-${label}-`));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Stops a PostgreSQL that still runs on a data folder, if any, and removes the folder. */
export async function destroyData(dataDir: string): Promise<void> {
  await stopPostmaster(path.join(dataDir, 'postgres'));
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
