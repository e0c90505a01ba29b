import { createHmac, randomBytes } from 'node:crypto';
import type { EvaluationList, EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import type { Actor } from '../../access/actor.ts';
import type { AuditContext } from '../../access/audit-context.ts';
import type { Database } from '../../database/connection/client.ts';
import { nthNewestAccess } from '../../queries/oversight/activity.ts';
import { appendActivity } from './write-batch.ts';

/**
 * Time after which the same query of a session is logged again. An open list repeats its query every half minute, and a device
 * that caches lists does so in every prefetch run. The same query for another page or filter counts as another query.
 */
export const LIST_QUERY_LOG_INTERVAL_MS = 10 * 60_000;

/**
 * Key of the HMAC that is stored instead of a query, because a query may contain a name. The key is never stored, so that names
 * cannot be tested against the HMAC later. After a restart, or on another server, the same query is logged once more.
 */
const KEY = randomBytes(32);
const DIGEST_CHARACTERS = 16;

type ListQueryContext = AuditContext & { readonly actor: Actor };

const digestOf = ({ actor, branchId }: ListQueryContext, query: EvaluationsQuery): string =>
  createHmac('sha256', KEY)
    .update(JSON.stringify([actor.tokenHash.toString('hex'), branchId, query]))
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);

/** Returns the names of the filters used; the log never contains their values. */
const filtersOf = ({
  page: _page,
  page_size: _size,
  direction: _order,
  ...filters
}: EvaluationsQuery): string[] =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined && value.length > 0)
    .map(([name]) => name);

/**
 * Returns the page that `list` reads, and logs the access unless the same query was logged recently. The log is searched while
 * the page is read.
 */
export async function listAndLog(
  db: Database,
  trace: ListQueryContext,
  query: EvaluationsQuery,
  list: () => Promise<EvaluationList>,
): Promise<EvaluationList> {
  const question = digestOf(trace, query);
  const since = new Date(trace.at.getTime() - LIST_QUERY_LOG_INTERVAL_MS);
  const reported = { userId: trace.actor.userId, action: 'evaluations_listed', status: 'done' } as const;
  const [answer, last] = await Promise.all([
    list(),
    nthNewestAccess(db, { ...reported, since, detail: { question } }, 1),
  ]);
  if (last === null) {
    const { items, total } = answer;
    const detail = { shown: items.length, total, page: query.page, filters: filtersOf(query), question };
    await appendActivity(db, trace, { action: 'evaluations_listed', detail });
  }
  return answer;
}
