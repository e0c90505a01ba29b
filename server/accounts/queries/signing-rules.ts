import { and, asc, eq, lte, ne } from 'drizzle-orm';
import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import { LICENCE_WARNING_DAYS } from '#domain/evaluation/signing/licence.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, doctors } from '../../schema/catalogs.ts';

/** Maximum number of listed licences, far above the number of doctors in a clinic. The licences that end earliest come first. */
const MAX_LISTED_LICENCES = 200;
/**
 * Maximum number of listed doctors who are linked to other users. For a doctor beyond this number, the app does not request
 * password and reason until the user signs.
 */
const MAX_DOCTORS_OF_OTHER_USERS = 500;
const DAY_MS = 24 * 60 * 60_000;

interface SignerContext {
  readonly userId: string;
  readonly branchId: string;
  readonly at: Date;
}

async function activeDoctorOfUser(db: Executor, userId: string): Promise<SigningRules['doctor']> {
  const [row] = await db.select().from(doctors).where(eq(doctors.userId, userId));
  if (!row?.is_active) return null;
  const { id, name, license_number, license_valid_until } = row;
  return { id, name, license_number, license_valid_until };
}

async function expiredAndEndingLicences(db: Executor, at: Date): Promise<SigningRules['licences']> {
  const soon = bogotaDay(at.getTime() + LICENCE_WARNING_DAYS * DAY_MS);
  const rows = await db
    .select({ id: doctors.id, validUntil: doctors.license_valid_until })
    .from(doctors)
    .where(and(eq(doctors.is_active, true), lte(doctors.license_valid_until, soon)))
    .orderBy(asc(doctors.license_valid_until), doctors.id)
    .limit(MAX_LISTED_LICENCES);
  return rows.map(({ id, validUntil }) => ({ doctor_id: id, valid_until: validUntil ?? soon }));
}

async function doctorIdsOfOtherUsers(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: doctors.id })
    .from(doctors)
    .where(and(eq(doctors.is_active, true), ne(doctors.userId, userId)))
    .orderBy(asc(doctors.id))
    .limit(MAX_DOCTORS_OF_OTHER_USERS);
  return rows.map(({ id }) => id);
}

/**
 * Returns the user's own doctor, the branch's rules for signing as other doctors, and the licences that have expired or will
 * expire soon.
 */
export async function signingRules(
  db: Executor,
  { userId, branchId, at }: SignerContext,
): Promise<SigningRules> {
  const [branch] = await db
    .select({ ownOnly: branches.own_signature_only, unlinked: branches.unlinked_signatures })
    .from(branches)
    .where(eq(branches.id, branchId));
  return {
    doctor: await activeDoctorOfUser(db, userId),
    own_only: branch?.ownOnly ?? false,
    licences: await expiredAndEndingLicences(db, at),
    of_others: await doctorIdsOfOtherUsers(db, userId),
    unlinked_signatures: branch?.unlinked ?? false,
  };
}
