import { sql } from 'drizzle-orm';
import type { ActivityAction, ActivityStatus } from '#contract/records/evaluation/clinical.ts';
import type { Trace } from '../../access/trace.ts';
import type { Executor, Transaction } from '../../database/connection/client.ts';
import type { Statement } from '../../database/connection/transaction.ts';
import { type ActivityDetail, activity, activityUnlinked } from '../../database/tables/activity.ts';
import { branches } from '../../database/tables/catalogs.ts';

export interface ActivityEntry {
  readonly action: ActivityAction;
  readonly evaluationId?: string;
  /** 'done' unless said otherwise. */
  readonly status?: ActivityStatus;
  /** Ids, counts, versions and codes: nothing that names or describes a person. */
  readonly detail?: Readonly<Record<string, ActivityDetail>>;
}

/** What a command answers, and the line to be written last; null where nothing happened that was not there already. */
export interface Recorded<Answer> {
  readonly answer: Answer;
  readonly entry: ActivityEntry | null;
  /** What it did besides. */
  readonly also?: readonly ActivityEntry[];
  /** Written together with the line: nobody reads what they answer. */
  readonly last?: readonly Statement[];
}

export type ActivityLine = readonly [Trace, ActivityEntry];

const toRow = ([{ actor, branchId, device, at }, entry]: ActivityLine) => ({
  at,
  userId: actor.userId,
  userName: actor.displayName,
  branchId,
  branchName: branchId && sql`(select ${branches.name} from ${branches} where ${branches.id} = ${branchId})`,
  action: entry.action,
  status: entry.status ?? 'done',
  evaluationId: entry.evaluationId ?? null,
  device,
  detail: entry.detail ?? {},
});

/** The statement that writes the line of a change. Whoever commits it has it linked then (link-lines.ts). */
export const unlinkedStatement = (db: Executor, trace: Trace, entry: ActivityEntry) =>
  db.insert(activityUnlinked).values(toRow([trace, entry]));

/** Writes the line of a change, as `unlinkedStatement`. */
export async function recordUnlinked(tx: Transaction, trace: Trace, entry: ActivityEntry): Promise<void> {
  await unlinkedStatement(tx, trace, entry);
}

/**
 * Writes lines into the chain itself, in this order, after all that wait to be linked. They hold up every other line until
 * their transaction ends, so it has to be the last statement before the commit.
 */
export async function recordActivities(db: Executor, lines: readonly ActivityLine[]): Promise<void> {
  if (lines.length > 0) await db.insert(activity).values(lines.map(toRow));
}

/** Writes one line, as `recordActivities`. */
export const recordActivity = (db: Executor, trace: Trace, entry: ActivityEntry): Promise<void> =>
  recordActivities(db, [[trace, entry]]);
