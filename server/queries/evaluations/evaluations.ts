import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { EvaluationList, EvaluationsQuery } from '#contract/evaluations.ts';
import { searchWords } from '#domain/text/fold.ts';
import type { Executor } from '../../database/connection/client.ts';
import { keptPage } from './kept-page.ts';
import { type Line, linesOf, toItem } from './list-lines.ts';
import { type Question, questionOf } from './question.ts';
import type { RememberedTotals } from './remembered-totals.ts';
import { countOf, foundSince, idsOf, untoldSince } from './searched-page.ts';

/** What the list reads from, and what it remembers of it. */
export interface ListSource {
  readonly db: Executor;
  readonly totals: RememberedTotals;
}

/** A page, and how many changes wait to be added to the counts: each question adds them up until they are. */
export interface ListedPage extends EvaluationList {
  readonly unfolded: number;
}

/** Of the two ends of an index: numbers that were never used count, too. */
const UNFOLDED = sql`coalesce((select max(id) - min(id) + 1 from evaluation_changes), 0)::integer`;

interface Page {
  readonly total: number;
  readonly unfolded: number;
  readonly lines: Line[] | null;
}

/** Without a search. Under a name of its own the statement is planned once a connection: whatever is asked, the plan is good. */
async function keptPageOf(db: Executor, question: Question): Promise<Page> {
  const { with: counts, total, ids } = keptPage(question);
  const asked = db
    .select({
      total: sql<number>`total`,
      unfolded: sql<number>`unfolded`,
      lines: sql<Line[] | null>`lines`,
    })
    .from(
      sql`(${counts} select ${total} as total, ${UNFOLDED} as unfolded, ${linesOf(ids)} as lines) as page`,
    );
  const name = createHash('sha256').update(asked.toSQL().sql).digest('base64url').slice(0, 16);
  const [page] = await asked.prepare(`list_${name}`).execute();
  if (!page) throw new Error('An aggregate without a row');
  return page;
}

interface SearchedPage extends Page {
  readonly fold: string;
  readonly since: number;
  readonly untold: number;
}

/** With a search. It is planned each time: how many have the name decides which index leads. */
async function searchedPageOf(
  db: Executor,
  question: Question,
  base: number | undefined,
): Promise<SearchedPage> {
  const total: SQL = base === undefined ? countOf(question) : sql`${base}::integer + since`;
  const [page] = await db
    .select({
      total: sql<number>`total`,
      unfolded: sql<number>`unfolded`,
      lines: sql<Line[] | null>`lines`,
      fold: sql<string>`fold`,
      since: sql<number>`since`,
      untold: sql<number>`untold`,
    })
    .from(
      sql`(
      with told as materialized (
        select (select number::text from evaluation_folds) as fold, ${foundSince(question)} as since, ${untoldSince(question)} as untold
      ), summed as materialized (select told.*, ${total} as total from told)
      select summed.*, ${UNFOLDED} as unfolded, ${linesOf(idsOf(question, sql`(select total from summed)`))} as lines from summed
    ) as page`,
    );
  if (!page) throw new Error('An aggregate without a row');
  return page;
}

/** A total that took long is remembered; it holds as long as the database can tell all that has changed since. */
async function searchPage({ db, totals }: ListSource, question: Question): Promise<Page> {
  const known = totals.get(question);
  if (known) {
    const page = await searchedPageOf(db, question, known.base);
    if (page.fold === known.fold && page.untold === known.untold) return page;
  }
  const page = await searchedPageOf(db, question, undefined);
  const { total, since, fold, untold } = page;
  totals.set(question, total, { base: total - since, fold, untold });
  return page;
}

/** One page of the branch's evaluations, the newest first, with their exact number; the open ones unless statuses are named. */
export async function listEvaluations(
  source: ListSource,
  branchId: string,
  query: EvaluationsQuery,
): Promise<ListedPage> {
  const question = questionOf(branchId, query);
  const isSearch = searchWords(question.search ?? '').length > 0;
  const { lines, total, unfolded } = isSearch
    ? await searchPage(source, question)
    : await keptPageOf(source.db, question);
  return { items: (lines ?? []).map(toItem), total, unfolded };
}
