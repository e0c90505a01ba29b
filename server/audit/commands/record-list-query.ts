import { createHmac, randomBytes } from 'node:crypto';
import type { Actor } from '../../platform/access/actor.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import type { ActivityDetail } from '../../schema/activity.ts';
import { nthNewestAccessTime } from '../queries/activity.ts';
import { appendActivity } from './write-batch.ts';

/**
 * Time in milliseconds after which a repeated query of a session is logged again. An open list repeats its query every half
 * minute, and a device that caches lists repeats it in every prefetch run. A query for another page or with other filters is a
 * different query.
 */
export const LIST_QUERY_LOG_INTERVAL_MS = 10 * 60_000;

/**
 * Key of the HMAC that identifies a query in the log, because the query itself may contain a name. The key is never stored, so
 * that names cannot be tested against the HMAC later. After a restart, or on another server, a repeated query is therefore
 * logged once more.
 */
const QUERY_DIGEST_KEY = randomBytes(32);
const QUERY_DIGEST_CHARACTERS = 16;

type ListQueryContext = AuditContext & { readonly actor: Actor };

type QueryFields = Readonly<Record<string, unknown>>;
/** Query of a list with patients' names. */
interface ListQuery extends QueryFields {
  readonly page: number;
  readonly page_size: number;
  readonly direction?: string | undefined;
}
/** Log action of each list with patients' names, by name of the list. */
const LIST_ACTIONS = {
  evaluations: 'evaluations_listed',
  deliveries: 'evaluations_listed',
  expected_people: 'expected_people_listed',
  expected_day: 'expected_people_listed',
  attendance: 'expected_people_listed',
  absence_notices: 'expected_people_listed',
} as const;
/** The name of the list is part of the digest, because two lists may have equal queries. */
interface NamedQuery<Query extends QueryFields> {
  readonly name: keyof typeof LIST_ACTIONS;
  readonly query: Query;
  /** Id of the record to which the list belongs, for the log. */
  readonly about?: Readonly<Record<string, string>>;
}
type ListedPage = { readonly items: readonly unknown[] } & (
  | { readonly total: number }
  | { readonly total_count: number }
);

const queryDigestOf = (
  { actor, branchId }: ListQueryContext,
  { name, query, about }: NamedQuery<QueryFields>,
): string =>
  createHmac('sha256', QUERY_DIGEST_KEY)
    .update(JSON.stringify([actor.tokenHash.toString('hex'), branchId, name, query, about]))
    .digest('base64url')
    .slice(0, QUERY_DIGEST_CHARACTERS);

/** Returns the names of the filters in use. The log never contains their values. */
export const filterNamesOf = ({
  page: _page,
  page_size: _size,
  direction: _order,
  ...filters
}: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(filters)
    .filter(([, value]) => (Array.isArray(value) || typeof value === 'string') && value.length > 0)
    .map(([name]) => name);

interface LoggedRead<Response> {
  readonly read: () => Promise<Response>;
  /** Called only if the access is logged. */
  readonly detailOf: (
    response: Response,
  ) => Promise<Readonly<Record<string, ActivityDetail>>> | Readonly<Record<string, ActivityDetail>>;
}

/**
 * Returns the response that `read` reads, and logs the access with `detailOf` the response unless the same query was logged
 * recently. Response and log are read concurrently.
 */
export async function readAndLogAccess<Response>(
  db: Database,
  trace: ListQueryContext,
  asked: NamedQuery<QueryFields>,
  { read, detailOf }: LoggedRead<Response>,
): Promise<Response> {
  const question = queryDigestOf(trace, asked);
  const action = LIST_ACTIONS[asked.name];
  const since = new Date(trace.at.getTime() - LIST_QUERY_LOG_INTERVAL_MS);
  const reported = { userId: trace.actor.userId, action, status: 'done' } as const;
  const [answer, last] = await Promise.all([
    read(),
    nthNewestAccessTime(db, { ...reported, since, detail: { question } }, 1),
  ]);
  if (last === null) {
    const detail = { ...asked.about, ...(await detailOf(answer)), question };
    await appendActivity(db, trace, { action, detail });
  }
  return answer;
}

/** Returns the page that `list` reads, and logs the access as `readAndLogAccess` does. */
export const listAndLogAccess = async <Page extends ListedPage>(
  db: Database,
  trace: ListQueryContext,
  asked: NamedQuery<ListQuery>,
  list: () => Promise<Page>,
): Promise<Page> =>
  readAndLogAccess(db, trace, asked, {
    read: list,
    detailOf: (answer) => ({
      shown: answer.items.length,
      total: 'total' in answer ? answer.total : answer.total_count,
      page: asked.query.page,
      filters: filterNamesOf(asked.query),
    }),
  });
