import { mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { inArray } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, connect } from '../database/connection/client.ts';
import { branches, doctors } from '../database/tables/catalogs.ts';
import { attachments, closings, media } from '../database/tables/evaluations.ts';

const HOUR_MS = 60 * 60_000;
const QUARANTINE_MS = 30 * 24 * HOUR_MS;
/** Swept files wait here: a start against the wrong or an older database must not cost a picture. */
const QUARANTINE = '.orphans';
const BATCH = 500;

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Every column that names a file. The signature of a closing stays when the doctor has another one. */
const OWNERS = [
  [media, media.storagePath],
  [attachments, attachments.storagePath],
  [doctors, doctors.signatureKey],
  [closings, closings.doctorSignaturePath],
  [branches, branches.logoPath],
] as const;

async function knownPaths(db: Database, paths: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const [table, column] of OWNERS)
    for (const { path: owned } of await db.select({ path: column }).from(table).where(inArray(column, paths)))
      if (owned !== null) known.add(owned);
  return known;
}

async function olderThan(root: string, files: string[], instant: number): Promise<string[]> {
  const stats = await Promise.all(
    files.map(async (file) => ({ file, changed: (await stat(path.join(root, file))).ctimeMs })),
  );
  return stats.filter(({ changed }) => changed < instant).map(({ file }) => file);
}

/**
 * Takes away files that no row names: what a crash between file and commit left, half-written ones too. An hour's
 * grace keeps those whose transaction is still running. They lie thirty days in quarantine before they are removed.
 * @returns how many were taken away
 */
export async function sweepOrphans(pool: pg.Pool, filesDir: string, now = new Date()): Promise<number> {
  const db = connect(pool);
  await mkdir(path.join(filesDir, QUARANTINE), { recursive: true, mode: 0o700 });
  const [quarantined, living] = [[] as string[], [] as string[]];
  for (const file of await filesBelow(filesDir))
    (file.startsWith(QUARANTINE) ? quarantined : living).push(file);
  for (const file of await olderThan(filesDir, quarantined, now.getTime() - QUARANTINE_MS))
    await unlink(path.join(filesDir, file));
  let swept = 0;
  for (let start = 0; start < living.length; start += BATCH) {
    const old = await olderThan(filesDir, living.slice(start, start + BATCH), now.getTime() - HOUR_MS);
    const known = old.length > 0 ? await knownPaths(db, old) : new Set<string>();
    const orphans = old.filter((file) => !known.has(file));
    for (const file of orphans)
      await rename(path.join(filesDir, file), path.join(filesDir, QUARANTINE, path.basename(file)));
    swept += orphans.length;
  }
  return swept;
}
