import { sql } from 'drizzle-orm';
import type { ActivityAction, ActivityStatus } from '#contract/records/evaluation/clinical.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Executor, Transaction } from '../../platform/database/connection/client.ts';
import type { SqlStatement } from '../../platform/database/connection/transaction.ts';
import { type ActivityDetail, activity, pendingActivity } from '../../schema/activity.ts';
import { branches } from '../../schema/catalogs.ts';

export interface ActivityEntry {
  readonly action: ActivityAction;
  readonly evaluationId?: string;
  readonly status?: ActivityStatus;
  /** Details of the entry: ids, counts, versions and codes. They must neither name nor describe a patient or user. */
  readonly detail?: Readonly<Record<string, ActivityDetail>>;
}

/** Response of a command, and the command's log entry, which must be written last; the entry is null if nothing changed. */
export interface ResultWithLogEntry<Answer> {
  readonly answer: Answer;
  readonly entry: ActivityEntry | null;
  readonly also?: readonly ActivityEntry[];
  /** Statements that are sent together with the log entry; their results are not read. */
  readonly last?: readonly SqlStatement[];
}

export type ActivityWithContext = readonly [AuditContext, ActivityEntry];

const toActivityRow = ([{ actor, branchId, device, at }, entry]: ActivityWithContext) => ({
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

/**
 * Returns the statement that inserts the pending log entry of a change. After the commit, the caller must have the entry linked
 * (link-entries.ts).
 */
export const pendingEntryStatement = (db: Executor, trace: AuditContext, entry: ActivityEntry) =>
  db.insert(pendingActivity).values(toActivityRow([trace, entry]));

export async function recordPendingEntry(
  tx: Transaction,
  trace: AuditContext,
  entry: ActivityEntry,
): Promise<void> {
  await pendingEntryStatement(tx, trace, entry);
}

/**
 * Writes entries into the hash chain in this order, after all pending entries. Blocks all other writes to the chain until the
 * transaction ends, so it must be the last statement before the commit.
 */
export async function recordActivities(db: Executor, lines: readonly ActivityWithContext[]): Promise<void> {
  if (lines.length > 0) await db.insert(activity).values(lines.map(toActivityRow));
}

export const recordActivity = (db: Executor, trace: AuditContext, entry: ActivityEntry): Promise<void> =>
  recordActivities(db, [[trace, entry]]);
