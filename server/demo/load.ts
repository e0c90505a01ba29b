import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type Transaction, toDatabase } from '../platform/database/connection/client.ts';
import { LOCK_KEYS } from '../platform/database/connection/lock-keys.ts';
import { users } from '../schema/accounts/accounts.ts';
import { branches, companies, doctors } from '../schema/catalogs.ts';
import { evaluations } from '../schema/evaluation/evaluations.ts';
import { createLogoFromUpload } from '../platform/files/logos/logo.ts';
import { type FileStore, newStoragePath } from '../platform/files/store.ts';
import { demoCatalogueIds, insertDemoCataloguesAndUsers } from './catalogue-rows.ts';
import { DEMO_BRANCHES, DEMO_DOCTORS, DEMO_USERS } from './clinic.ts';
import { drawLogo, drawPhoto, drawSignature } from './pictures.ts';
import { type Random, repeatableRandom } from './random.ts';
import { type DemoPictures, createDemoVisitRecords } from './register.ts';
import { planVisits } from './visits.ts';
import { makeDemoPatients } from './workers.ts';

/**
 * Result of loading the demo clinic. 'loaded': this call loaded it; 'present': an earlier call did; 'kept-out': not loaded,
 * because the database holds real data.
 */
export type DemoLoadResult = 'loaded' | 'present' | 'kept-out';

const DEMO_SEED = 20_260_105;
const DEMO_PATIENT_COUNT = 38;

/**
 * Loads the demo clinic into an empty database in one transaction. Leaves a database with any users, companies or evaluations
 * unchanged. Every load creates the same patients and visits, with dates that end at `now`; only secrets are random.
 */
export function loadDemoData(pool: Pool, files: FileStore, now = new Date()): Promise<DemoLoadResult> {
  return toDatabase(pool).transaction(async (tx) => {
    // The idle limit is disabled, because the transaction is idle while images are drawn and written to a bucket that may be
    // slow.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    // A second process waits here until the first one has loaded the demo clinic, which takes longer than the time limit of a
    // statement on a slow machine.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.demo})`);
    if (!(await isDatabaseEmpty(tx))) return (await hasDemoUsers(tx)) ? 'present' : 'kept-out';
    const random = repeatableRandom(DEMO_SEED);
    const visits = planVisits(makeDemoPatients(DEMO_PATIENT_COUNT, now, random), now, random);
    const pictures = await Promise.all(visits.map(() => drawPictures(random)));
    await insertDemoCataloguesAndUsers(tx);
    await storeDoctorSignatures(tx, files);
    await storeBranchLogos(tx, files);
    for (const [index, visit] of visits.entries()) {
      const drawn = pictures[index];
      if (drawn) await createDemoVisitRecords({ tx, files, random }, visit, drawn);
    }
    return 'loaded';
  });
}

/**
 * Stores a drawn signature for each doctor. The signatures use a separate series of random numbers, so that they do not change
 * the other random data.
 */
async function storeDoctorSignatures(tx: Transaction, files: FileStore): Promise<void> {
  const random = repeatableRandom(DEMO_SEED + 1);
  for (const { licence } of DEMO_DOCTORS) {
    const signature_key = newStoragePath('png');
    await files.write(signature_key, await drawSignature(random));
    await tx
      .update(doctors)
      .set({ signature_key })
      .where(eq(doctors.id, demoCatalogueIds.doctor(licence)));
  }
}

async function storeBranchLogos(tx: Transaction, files: FileStore): Promise<void> {
  const { bytes, hash: logo_hash } = await createLogoFromUpload(await drawLogo(), 'demo');
  for (const { key } of DEMO_BRANCHES) {
    const logo_path = newStoragePath('png');
    await files.write(logo_path, bytes);
    await tx
      .update(branches)
      .set({ logo_path, logo_hash })
      .where(eq(branches.id, demoCatalogueIds.branch(key)));
  }
}

async function drawPictures(random: Random): Promise<DemoPictures> {
  const [photo, signature] = await Promise.all([drawPhoto(random), drawSignature(random)]);
  return { photo, signature };
}

async function isDatabaseEmpty(tx: Transaction): Promise<boolean> {
  for (const table of [users, companies, evaluations])
    if ((await tx.select({ id: table.id }).from(table).limit(1)).length > 0) return false;
  return true;
}

async function hasDemoUsers(tx: Transaction): Promise<boolean> {
  const known = await tx.select({ email: users.email }).from(users);
  return DEMO_USERS.every(({ email }) => known.some((user) => user.email === email));
}
