import { sql } from 'drizzle-orm';
import type { Patient, PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import type { Trace } from '../../access/trace.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { type OwnReads, nthNewestRead } from '../../queries/oversight/activity.ts';
import { findPatient } from '../../queries/patients/patients.ts';
import { recordActivity } from '../log/record-activity.ts';

/**
 * Lookups of a user within an hour that find nobody seen in their own branch. A desk at its busiest registers 40 to 60 new
 * people an hour, each looked up first; whoever tries numbers to see who is a patient somewhere comes no further than this.
 */
export const STRANGERS_AN_HOUR = 120;
const HOUR_MS = 60 * 60_000;
/** Whoever goes on asking over the budget leaves a line this often, not one an attempt. */
const REFUSAL_EVERY_MS = 10 * 60_000;

export type Lookup =
  | { readonly type: 'found'; readonly patient: Patient }
  | { readonly type: 'unknown' }
  /** Whoever it is was not seen in the own branch. `retryAfter` in seconds. */
  | { readonly type: 'over_budget'; readonly retryAfter: number };

/** Until the transaction ends the user's next lookup waits: a hundred at once are counted one by one. */
const lockLookups = (tx: Transaction, userId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patient_looked_up ${userId}`}, 0))`);

/** Counted in the log, so that every provider of one database counts the same. */
const readsOf = ({ actor, at }: Trace, withinMs: number) =>
  ({
    userId: actor.userId,
    action: 'patient_looked_up',
    since: new Date(at.getTime() - withinMs),
  }) as const satisfies Partial<OwnReads>;

/** Seconds until the budget has room again; null while it has. */
async function secondsToWait(tx: Transaction, trace: Trace): Promise<number | null> {
  const strangers = { ...readsOf(trace, HOUR_MS), status: 'done', detail: { here: 0 } } as const;
  const first = await nthNewestRead(tx, strangers, STRANGERS_AN_HOUR);
  return first && Math.max(1, Math.ceil((first.getTime() + HOUR_MS - trace.at.getTime()) / 1_000));
}

async function refuse(tx: Transaction, trace: Trace, retryAfter: number): Promise<Lookup> {
  const detail = { code: 'rate_limited' };
  const refusals = { ...readsOf(trace, REFUSAL_EVERY_MS), status: 'refused', detail } as const;
  if ((await nthNewestRead(tx, refusals, 1)) === null)
    await recordActivity(tx, trace, { action: 'patient_looked_up', status: 'refused', detail });
  return { type: 'over_budget', retryAfter };
}

/**
 * Who has this document, in whichever branch. The line of the log says whether somebody was found, whom, and how often they
 * were here and elsewhere; never the number that was asked for.
 */
export async function lookUpPatient(
  tx: Transaction,
  trace: Trace,
  query: PatientSearchQuery,
): Promise<Lookup> {
  await lockLookups(tx, trace.actor.userId);
  const retryAfter = await secondsToWait(tx, trace);
  const found = await findPatient(tx, trace.branchId, query);
  // Somebody known elsewhere is refused like somebody unknown: otherwise the answer would tell them apart.
  if (retryAfter !== null && !found?.visits.here) return refuse(tx, trace, retryAfter);
  const detail = found
    ? { found: true, patient: found.patient.id, ...found.visits }
    : { found: false, here: 0, elsewhere: 0 };
  await recordActivity(tx, trace, { action: 'patient_looked_up', detail });
  return found ? { type: 'found', patient: found.patient } : { type: 'unknown' };
}
