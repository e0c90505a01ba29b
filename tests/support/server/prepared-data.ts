import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopAndRemoveDataDir, makeScratchFolder } from '../base/scratch.ts';

const PREPARED_DATA_FOLDER = fileURLToPath(new URL('../../../.cache/tests/provider-data/', import.meta.url));
const BOGOTA_BEHIND_UTC_MS = 5 * 3_600_000;

/**
 * Returns the name under which prepared data are stored. It depends on the server's program, on the code that prepares the data,
 * and on the day, because the demo clinic contains data of today.
 */
function computePreparedDataName(program: string, makeFirst: unknown): string {
  const digest = createHash('sha256')
    .update(fs.readFileSync(program))
    .update(String(makeFirst))
    .digest('hex')
    .slice(0, 16);
  return `${new Date(Date.now() - BOGOTA_BEHIND_UTC_MS).toISOString().slice(0, 10)}-${digest}`;
}

/** Copies a folder with owners and modes, because PostgreSQL rejects a folder of another owner. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

/**
 * Age in ms after which unused prepared data are removed. It is longer than any run, because another run or suite may still be
 * copying data that were prepared for another program.
 */
const UNUSED_DATA_EXPIRY_MS = 3 * 3_600_000;

/** Removes prepared data that no run has used for a while. */
function removeUnusedPreparedData(): void {
  for (const name of fs.readdirSync(PREPARED_DATA_FOLDER)) {
    const folder = path.join(PREPARED_DATA_FOLDER, name);
    const used = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - used > UNUSED_DATA_EXPIRY_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Stores the prepared data for later runs. Two runs may do so at once: each copies into a separate folder, and only the first
 * rename succeeds.
 */
function cacheDataFolder(dataDir: string, folder: string): void {
  fs.mkdirSync(PREPARED_DATA_FOLDER, { recursive: true });
  const own = `${folder}.${process.pid}`;
  copyFolder(dataDir, own);
  removeUnusedPreparedData();
  try {
    fs.renameSync(own, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
    fs.rmSync(own, { recursive: true });
  }
}

/**
 * Fills an empty data folder with the result of a first start with the demo clinic. A first start takes five times as much
 * processor time as the next one. No server may run on `dataDir` yet.
 * @param makeFirst starts a server on a data folder and stops it
 */
export async function placePreparedData(
  dataDir: string,
  program: string,
  makeFirst: (dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = path.join(PREPARED_DATA_FOLDER, computePreparedDataName(program, makeFirst));
  if (!fs.existsSync(folder)) {
    const scratch = makeScratchFolder('prepared');
    try {
      await makeFirst(scratch);
      cacheDataFolder(scratch, folder);
    } finally {
      await stopAndRemoveDataDir(scratch);
    }
  }
  fs.utimesSync(folder, new Date(), new Date());
  copyFolder(`${folder}/.`, dataDir);
}
