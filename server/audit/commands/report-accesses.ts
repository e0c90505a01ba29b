import { and, eq, inArray, sql } from 'drizzle-orm';
import { documentActivityAction, buildPerDocument } from '#contract/documents.ts';
import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { OfflineAccess, ReportedAccesses } from '#contract/records/offline-accesses.ts';
import { toPlausibleInstant } from '../../platform/access/plausible-instant.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { activity } from '../../schema/activity.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { type ActivityEntry, recordActivities } from './record-activity.ts';

const ACTION_OF_ACCESS_TYPE = {
  evaluation: 'evaluation_read',
  file: 'file_read',
  ...buildPerDocument(documentActivityAction),
} as const satisfies Record<OfflineAccess['what'], ActivityAction>;

/** Log actions that show that a user received data of an evaluation. */
const RECEIVED_DATA_ACTIONS: readonly ActivityAction[] = [
  'copy_kept',
  ...Object.values(ACTION_OF_ACCESS_TYPE),
];

interface NormalizedAccess {
  readonly evaluationId: string;
  readonly action: ActivityAction;
  readonly file: string | null;
  /** Time of the access as reported by the device, ISO 8601 in UTC. */
  readonly toldAt: string;
  readonly leftOut: number;
}

const toNormalizedAccess = (reading: OfflineAccess): NormalizedAccess => ({
  evaluationId: reading.evaluation_id.toLowerCase(),
  action: ACTION_OF_ACCESS_TYPE[reading.what],
  file: reading.what === 'file' ? reading.file_id.toLowerCase() : null,
  toldAt: new Date(reading.read_at).toISOString(),
  leftOut: reading.left_out,
});

const accessedDataKey = ({
  evaluationId,
  action,
  file,
}: Pick<NormalizedAccess, 'evaluationId' | 'action' | 'file'>): string =>
  [evaluationId, action, file ?? ''].join(' ');
const reportedAccessKey = (reported: NormalizedAccess): string =>
  `${accessedDataKey(reported)} ${reported.toldAt}`;

const fileIdSql = sql<string | null>`${activity.detail} ->> 'file'`;

/**
 * Returns the access that a log entry allows offline: a user whose device prefetched an evaluation or file ('copy_kept') can
 * read it offline.
 */
const offlineActionOf = (action: ActivityAction, file: string | null): ActivityAction =>
  action === 'copy_kept' ? (file === null ? 'evaluation_read' : 'file_read') : action;

/**
 * Returns keys for the evaluations and files that this server has sent to the user, according to the log. No other data can be
 * cached on the user's devices.
 */
async function findReceivedDataKeys(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectDistinct({ evaluationId: activity.evaluationId, action: activity.action, file: fileIdSql })
    .from(activity)
    .where(
      and(
        inArray(activity.evaluationId, [...ids]),
        eq(activity.userId, userId),
        eq(activity.status, 'done'),
        inArray(activity.action, [...RECEIVED_DATA_ACTIONS]),
      ),
    );
  return new Set(
    rows.map(({ evaluationId, action, file }) =>
      accessedDataKey({ evaluationId: evaluationId ?? '', action: offlineActionOf(action, file), file }),
    ),
  );
}

async function findReportedAccessKeys(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const toldAt = sql<string>`${activity.detail} ->> 'told_at'`;
  const rows = await tx
    .select({ evaluationId: activity.evaluationId, action: activity.action, file: fileIdSql, toldAt })
    .from(activity)
    .where(
      and(
        inArray(activity.evaluationId, [...ids]),
        eq(activity.userId, userId),
        sql`${activity.detail} ? 'told_at'`,
      ),
    );
  return new Set(
    rows.map(({ evaluationId, ...row }) =>
      reportedAccessKey({ ...row, evaluationId: evaluationId ?? '', leftOut: 0 }),
    ),
  );
}

async function branchIdsOfEvaluations(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: evaluations.id, branchId: evaluations.branchId })
    .from(evaluations)
    .where(inArray(evaluations.id, [...ids]));
  return new Map(rows.map(({ id, branchId }) => [id, branchId]));
}

const toAccessLogEntry = (
  { evaluationId, action, file, toldAt, leftOut }: NormalizedAccess,
  now: Date,
): ActivityEntry => ({
  action,
  evaluationId,
  detail: {
    source: 'device',
    read_at: toPlausibleInstant(new Date(toldAt), now).toISOString(),
    told_at: toldAt,
    ...(file !== null && { file }),
    ...(leftOut > 0 && { left_out: leftOut }),
  },
});

/**
 * Writes a log entry for each offline access that a device reports (R4), in the branch of the evaluation. Skips accesses that
 * were already reported, and data that the user never received according to the log. Skipped accesses cause no error: the
 * device can continue with its next reports, and invented ids do not reveal whether an evaluation exists.
 */
export async function recordReportedAccesses(
  tx: Transaction,
  trace: AuditContext,
  readings: readonly OfflineAccess[],
): Promise<ReportedAccesses> {
  const { userId } = trace.actor;
  // Two windows may report the same accesses concurrently. The lock makes their checks for earlier reports run one after the
  // other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`readings ${userId}`}, 0))`);
  const reported = readings.map(toNormalizedAccess);
  const ids = [...new Set(reported.map(({ evaluationId }) => evaluationId))];
  const [got, before, branches] = [
    await findReceivedDataKeys(tx, userId, ids),
    await findReportedAccessKeys(tx, userId, ids),
    await branchIdsOfEvaluations(tx, ids),
  ];
  const theirs = reported.filter((one) => got.has(accessedDataKey(one)));
  const fresh = new Map(
    theirs.filter((one) => !before.has(reportedAccessKey(one))).map((one) => [reportedAccessKey(one), one]),
  );
  await recordActivities(
    tx,
    [...fresh.values()].map((one) => [
      { ...trace, branchId: branches.get(one.evaluationId) ?? null },
      toAccessLogEntry(one, trace.at),
    ]),
  );
  return { recorded: fresh.size, skipped: reported.length - theirs.length };
}
