import { inArray } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, toDatabase } from './platform/database/connection/client.ts';
import { branches, doctors } from './schema/catalogs.ts';
import {
  attachments,
  signedVersions,
  issuedConcepts,
  media,
  receipts,
} from './schema/evaluation/evaluations.ts';
import type { FileStore } from './platform/files/store.ts';

const HOUR_MS = 60 * 60_000;
const QUARANTINE_MS = 30 * 24 * HOUR_MS;

/**
 * All columns that reference a file. A signed version has a separate column for the doctor's signature, because it keeps its
 * signature image when the doctor's image is replaced.
 */
export const FILE_REFERENCE_COLUMNS = [
  [media, media.storagePath],
  [attachments, attachments.storagePath],
  [doctors, doctors.signature_key],
  [signedVersions, signedVersions.doctorSignaturePath],
  [issuedConcepts, issuedConcepts.storagePath],
  [receipts, receipts.storagePath],
  [branches, branches.logo_path],
] as const;

async function findReferencedPaths(db: Database, paths: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  if (paths.length === 0) return known;
  for (const [table, column] of FILE_REFERENCE_COLUMNS)
    for (const { path: owned } of await db.select({ path: column }).from(table).where(inArray(column, paths)))
      if (owned !== null) known.add(owned);
  return known;
}

/**
 * Restores quarantined files that rows of this database reference, because a start with a wrong or older database may have
 * quarantined them. Deletes the other files that were quarantined before the given time.
 */
async function restoreOrDeleteQuarantined(
  db: Database,
  files: FileStore,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  for await (const page of files.listQuarantine()) {
    signal?.throwIfAborted();
    const known = await findReferencedPaths(
      db,
      page.map(({ storagePath }) => storagePath),
    );
    for (const { storagePath, changedAt } of page)
      if (known.has(storagePath)) await files.takeBack(storagePath);
      else if (changedAt < before) await files.removeQuarantined(storagePath);
  }
}

/**
 * Quarantines files that no row references, including half-written files; such files remain after a crash. Files younger than
 * an hour are kept, because their transaction may still be running. Restores quarantined files that a row references, and
 * deletes the others after thirty days.
 * @param signal stops the sweep before the next page
 * @returns the number of quarantined files
 * @throws FilesUnavailable
 */
export async function sweepOrphans(
  pool: pg.Pool,
  files: FileStore,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const db = toDatabase(pool);
  await restoreOrDeleteQuarantined(db, files, new Date(now.getTime() - QUARANTINE_MS), signal);
  const graceEnds = new Date(now.getTime() - HOUR_MS);
  let swept = 0;
  for await (const page of files.list()) {
    signal?.throwIfAborted();
    const old = page.filter(({ changedAt }) => changedAt < graceEnds).map(({ storagePath }) => storagePath);
    const known = await findReferencedPaths(db, old);
    const orphans = old.filter((storagePath) => !known.has(storagePath));
    for (const storagePath of orphans) await files.quarantine(storagePath);
    swept += orphans.length;
  }
  return swept;
}
