import { createHmac, randomBytes } from 'node:crypto';
import type { EvaluationList, EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import type { Actor } from '../../access/actor.ts';
import type { Trace } from '../../access/trace.ts';
import type { Database } from '../../database/connection/client.ts';
import { nthNewestRead } from '../../queries/oversight/activity.ts';
import { tellActivity } from './write-together.ts';

/**
 * An open list asks the same again every half minute, and a device that keeps copies every round. The same question of the
 * same session leaves one line in this time; another page or filter is another question.
 */
export const TOLD_AGAIN_AFTER_MS = 10 * 60_000;

/**
 * A question may hold a name, so only its HMAC is kept, under a key that is never written down: nobody can try names against
 * it later. After a restart, or at another provider of the same database, a question leaves one more line.
 */
const KEY = randomBytes(32);
const DIGEST_CHARACTERS = 16;

type ListingTrace = Trace & { readonly actor: Actor };

const digestOf = ({ actor, branchId }: ListingTrace, query: EvaluationsQuery): string =>
  createHmac('sha256', KEY)
    .update(JSON.stringify([actor.tokenHash.toString('hex'), branchId, query]))
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);

/** The names of the filters that were used; what was looked for with them stays with who asked. */
const filtersOf = ({
  page: _page,
  page_size: _size,
  direction: _order,
  ...filters
}: EvaluationsQuery): string[] =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined && value.length > 0)
    .map(([name]) => name);

/** The page that `list` reads, and its line in the log where it was not told of late. Looks for that line meanwhile. */
export async function listAndRecord(
  db: Database,
  trace: ListingTrace,
  query: EvaluationsQuery,
  list: () => Promise<EvaluationList>,
): Promise<EvaluationList> {
  const question = digestOf(trace, query);
  const since = new Date(trace.at.getTime() - TOLD_AGAIN_AFTER_MS);
  const told = { userId: trace.actor.userId, action: 'evaluations_listed', status: 'done' } as const;
  const [answer, last] = await Promise.all([
    list(),
    nthNewestRead(db, { ...told, since, detail: { question } }, 1),
  ]);
  if (last === null) {
    const { items, total } = answer;
    const detail = { shown: items.length, total, page: query.page, filters: filtersOf(query), question };
    await tellActivity(db, trace, { action: 'evaluations_listed', detail });
  }
  return answer;
}
