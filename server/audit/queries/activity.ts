import { type SQL, and, count, desc, eq, gt, inArray, max, sql } from 'drizzle-orm';
import type {
  ActivityAction,
  ActivityItem,
  ActivityList,
  ActivityQuery,
  ActivityRemark,
  ActivityStatus,
} from '#contract/records/evaluation/clinical.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { type ActivityDetail, activity, activityChainAnchor } from '../../schema/activity.ts';
import { searchTextCondition } from '../../platform/database/queries/search.ts';
import { subjectsOf } from './activity-about.ts';

const SHORT_ID_LENGTH = 8;

const activityCondition = ({ q, status, actions }: ActivityQuery): SQL | undefined =>
  and(
    searchTextCondition(activity.searchText, q),
    status ? eq(activity.status, status) : undefined,
    actions?.length ? inArray(activity.action, actions) : undefined,
  );

/** Remarks on entries, derived from their detail. Entries from earlier versions of the program may have no detail. */
const REMARK_RULES: readonly (readonly [
  remark: ActivityRemark,
  key: string,
  values: readonly ActivityDetail[],
])[] = [
  ['signed_for_another', 'signed_as', ['another']],
  ['signed_unlinked', 'signed_as', ['unlinked']],
  ['disclosure_passed', 'disclosure_warning', ['passed']],
  ['without_concept', 'concept', ['empty']],
  ['earlier_version', 'state', ['reemplazada', 'anulada']],
];

const ACTIONS_WITH_REMARKS: readonly ActivityAction[] = ['evaluation_signed', 'concept_downloaded'];

const remarksOf = ({ action, detail }: typeof activity.$inferSelect): ActivityRemark[] =>
  ACTIONS_WITH_REMARKS.includes(action)
    ? REMARK_RULES.filter(([, key, values]) => values.includes(detail[key] ?? '')).map(([remark]) => remark)
    : [];

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

const correctedFieldsOf = ({ action, detail }: typeof activity.$inferSelect): string[] | undefined =>
  action === 'registration_corrected'
    ? [...stringsIn(detail['fields']), ...stringsIn(detail['pictures'])]
    : undefined;

const toActivityItem = (row: typeof activity.$inferSelect): ActivityItem => ({
  sequence: row.sequence,
  at: row.at.toISOString(),
  action: row.action,
  status: row.status,
  user_name: row.userName,
  branch_name: row.branchName,
  evaluation: row.evaluationId?.slice(0, SHORT_ID_LENGTH).toUpperCase() ?? null,
  evaluation_id: row.evaluationId,
  device: row.device,
  read_at: typeof row.detail['read_at'] === 'string' ? row.detail['read_at'] : null,
  remarks: remarksOf(row),
  fields: correctedFieldsOf(row),
});

/**
 * Returns the number of entries. Without filters this is the last sequence number, because the sequence has no gaps and
 * counting would read the whole log.
 */
async function countActivity(db: Executor, where: SQL | undefined): Promise<number> {
  const value = where ? count() : max(activity.sequence);
  const [total] = await db.select({ value }).from(activity).where(where);
  return total?.value ?? 0;
}

/**
 * Returns true if the log is intact around the entries with these sequence numbers. These entries, the entries before and after
 * them and the newest entry must have their original hashes, and each must be linked to the previous entry.
 *
 * The newest entry must also match the chain anchor, and the pending log entries must be unchanged.
 */
async function isLogIntactAround(db: Executor, sequences: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute<{ intact: boolean }>(sql`
    with near as (
      select number from unnest(${sql.param([...sequences])}::bigint[]) as shown, generate_series(shown - 1, shown + 1) as number
      union select sequence from activity_head
    )
    select coalesce(bool_and(
      line.sequence is not null and line.hash = activity_hash(line)
        and line.prev_hash is not distinct from case when number = 1 then activity_genesis() else before.hash end
        and (number < head.sequence or line.hash = head.hash)
    ), true) and not exists (select from activity_unlinked waiting where digest <> unlinked_digest(waiting)) as intact
    from near
    cross join activity_head head
    left join activity line on line.sequence = number
    left join activity before on before.sequence = number - 1
    where number between 1 and head.sequence`);
  return rows[0]?.intact === true;
}

async function findNewestEntry(db: Executor): Promise<ActivityList['newest']> {
  const [head] = await db.select().from(activityChainAnchor);
  return head && head.sequence > 0 ? { sequence: head.sequence, hash: head.hash.toString('hex') } : null;
}

export async function listActivity(db: Executor, query: ActivityQuery): Promise<ActivityList> {
  const where = activityCondition(query);
  const { page, page_size } = query;
  const rows = await db
    .select()
    .from(activity)
    .where(where)
    .orderBy(desc(activity.sequence))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const about = await subjectsOf(db, rows);
  return {
    items: rows.map((row) => ({ ...toActivityItem(row), about: about.get(row.sequence) ?? null })),
    total_count: await countActivity(db, where),
    page,
    page_size,
    chain_intact: await isLogIntactAround(
      db,
      rows.map(({ sequence }) => sequence),
    ),
    newest: await findNewestEntry(db),
  };
}

type OwnAccessAction = Extract<
  ActivityAction,
  'patient_looked_up' | 'evaluations_listed' | 'expected_people_listed'
>;

/** Criteria for a user's recent accesses. An entry matches if its detail includes all values of `detail`. */
export interface OwnAccessFilter {
  readonly userId: string;
  readonly action: OwnAccessAction;
  readonly since: Date;
  readonly status: ActivityStatus;
  readonly detail: Readonly<Record<string, ActivityDetail>>;
}

const selectOwnAccesses = (db: Executor, action: OwnAccessAction) =>
  db
    .select({ at: activity.at })
    .from(activity)
    .where(
      and(
        eq(activity.userId, sql.placeholder('userId')),
        // The action must be a literal, because PostgreSQL does not use the partial index on these actions when the action is a
        // parameter.
        eq(activity.action, sql.raw(`'${action}'`)),
        gt(activity.at, sql.placeholder('since')),
        eq(activity.status, sql.placeholder('status')),
        sql`${activity.detail} @> ${sql.placeholder('detail')}::jsonb`,
      ),
    )
    .orderBy(desc(activity.at))
    .limit(1);

/** The statement is prepared in advance, because the query runs before each page of the list. */
const newestAccessStatement = cachePreparedStatement((db, action: OwnAccessAction) =>
  selectOwnAccesses(db, action).prepare(`newest_${action}`),
);
const nthNewestAccessStatement = cachePreparedStatement((db, action: OwnAccessAction) =>
  selectOwnAccesses(db, action).offset(sql.placeholder('newer')).prepare(`nth_newest_${action}`),
);

/** Returns the time of the `nth` newest matching entry; 1 is the newest. Null when fewer entries match. */
export async function nthNewestAccessTime(
  db: Executor,
  { userId, action, since, status, detail }: OwnAccessFilter,
  nth: number,
): Promise<Date | null> {
  const requested = { userId, since, status, detail: JSON.stringify(detail), newer: nth - 1 };
  // The newest entry is read with a separate statement, because a query with an offset may need another plan.
  const [line] = await (nth === 1 ? newestAccessStatement : nthNewestAccessStatement)(db, action).execute(
    requested,
  );
  return line?.at ?? null;
}

/**
 * Time in ms after which an access to an evaluation that the client already has unchanged (304) is logged again. The repeated
 * requests of an open screen, every half minute, add no entry; an access on the next day does. Responses with content are
 * always logged.
 */
const ACCESS_LOG_INTERVAL_MS = 12 * 60 * 60_000;

/**
 * Returns true if the opening of data that the device already has must be logged. This is the case if the user has only
 * prefetched the data, or if the last access was long ago. Accesses that a device reported later (R4) are not considered.
 */
export async function mustLogCachedAccess(
  db: Executor,
  { actor: { userId }, at }: AuditContext,
  evaluationId: string,
): Promise<boolean> {
  const [last] = await db
    .select({ action: activity.action, at: activity.at })
    .from(activity)
    .where(
      and(
        eq(activity.evaluationId, evaluationId),
        eq(activity.userId, userId),
        eq(activity.status, 'done'),
        inArray(activity.action, ['evaluation_read', 'copy_kept']),
        sql`not ${activity.detail} ? 'told_at'`,
        // The query also ignores accesses that read only the registration, which is a part of an evaluation.
        sql`not ${activity.detail} ? 'part'`,
      ),
    )
    .orderBy(desc(activity.sequence))
    .limit(1);
  return last?.action === 'copy_kept' || (last !== undefined && +at - +last.at >= ACCESS_LOG_INTERVAL_MS);
}
