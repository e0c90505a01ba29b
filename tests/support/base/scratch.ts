import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopPostmaster } from '#server/platform/database/embedded/postmaster.ts';

/**
 * Creates a server's data folder in the system's temporary folder. Its mode lets PostgreSQL enter, which runs without root
 * rights.
 */
export function makeScratchFolder(label: string): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `ventanilla-${label}-`));
  fs.chmodSync(folder, 0o755);
  return folder;
}

export async function stopAndRemoveDataDir(dataDir: string): Promise<void> {
  await stopPostmaster(path.join(dataDir, 'postgres'));
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
