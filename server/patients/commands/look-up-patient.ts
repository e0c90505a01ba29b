import { sql } from 'drizzle-orm';
import type { Patient, PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { type OwnAccessFilter, nthNewestAccessTime, recordActivity } from '../../audit/index.ts';
import { findPatientByDocument } from '../queries/patients.ts';

/**
 * Maximum number of lookups per user and hour that find no patient of the user's own branch. The busiest reception registers 40
 * to 60 new patients per hour, each after a lookup. The limit stops a user who tries numbers to find out which patients exist.
 */
export const MAX_UNKNOWN_LOOKUPS_PER_HOUR = 120;
const HOUR_MS = 60 * 60_000;
/** Minimum interval between two log entries about rejected lookups of one user. */
const REJECTION_LOG_INTERVAL_MS = 10 * 60_000;

export type PatientLookup =
  | { readonly type: 'found'; readonly patient: Patient }
  | { readonly type: 'unknown' }
  /**
   * The rate limit is reached, and the document does not belong to a patient of the user's own branch. `retryAfter` is in
   * seconds.
   */
  | { readonly type: 'over_budget'; readonly retryAfter: number };

/** Locks the user's lookups until the transaction ends, so that concurrent lookups are counted one after the other. */
const lockLookups = (tx: Transaction, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patient_looked_up ${userId}`}, 0))`);

/** Counts the user's lookups in the activity log, because all servers of the database share the log. */
const createLookupFilter = ({ actor, at }: AuditContext, withinMs: number) =>
  ({
    userId: actor.userId,
    action: 'patient_looked_up',
    since: new Date(at.getTime() - withinMs),
  }) as const satisfies Partial<OwnAccessFilter>;

/** Returns the seconds until the rate limit allows another lookup; null if it allows one now. */
async function secondsUntilLookupAllowed(tx: Transaction, trace: AuditContext): Promise<number | null> {
  const strangers = { ...createLookupFilter(trace, HOUR_MS), status: 'done', detail: { here: 0 } } as const;
  const first = await nthNewestAccessTime(tx, strangers, MAX_UNKNOWN_LOOKUPS_PER_HOUR);
  return first && Math.max(1, Math.ceil((first.getTime() + HOUR_MS - trace.at.getTime()) / 1_000));
}

async function rejectLookupAndLog(
  tx: Transaction,
  trace: AuditContext,
  retryAfter: number,
): Promise<PatientLookup> {
  const detail = { code: 'rate_limited' };
  const rejections = {
    ...createLookupFilter(trace, REJECTION_LOG_INTERVAL_MS),
    status: 'refused',
    detail,
  } as const;
  if ((await nthNewestAccessTime(tx, rejections, 1)) === null)
    await recordActivity(tx, trace, { action: 'patient_looked_up', status: 'refused', detail });
  return { type: 'over_budget', retryAfter };
}

/**
 * Finds the patient with this document in any branch. The log entry contains the id of a found patient and the number of visits
 * in this branch and in others, but never the document number.
 */
export async function lookUpPatient(
  tx: Transaction,
  trace: AuditContext,
  query: PatientSearchQuery,
): Promise<PatientLookup> {
  await lockLookups(tx, trace.actor.userId);
  const retryAfter = await secondsUntilLookupAllowed(tx, trace);
  const found = await findPatientByDocument(tx, trace.branchId, query);
  // When the limit is reached, a patient of another branch is rejected like an unknown patient, because the response would
  // otherwise reveal that the patient exists.
  if (retryAfter !== null && !found?.visits.here) return rejectLookupAndLog(tx, trace, retryAfter);
  const detail = found
    ? { found: true, patient: found.patient.id, ...found.visits }
    : { found: false, here: 0, elsewhere: 0 };
  await recordActivity(tx, trace, { action: 'patient_looked_up', detail });
  return found ? { type: 'found', patient: found.patient } : { type: 'unknown' };
}
