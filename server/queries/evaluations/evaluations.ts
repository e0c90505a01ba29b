import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EvaluationList, EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import type { Executor } from '../../database/connection/client.ts';
import { preparedOnce } from '../../database/connection/prepared.ts';
import { PENDING_CHANGES } from '../base/materialized.ts';
import { materializedPage } from './materialized-page.ts';
import { type Line, linesOf, toItem } from './list-rows.ts';
import { type ListCriteria, listCriteriaOf, shapeOf } from './list-criteria.ts';
import type { RememberedTotals } from './remembered-totals.ts';
import {
  countOfManyPatients,
  matchesOfFewPatients,
  foundSince,
  pageOfFewPatients,
  pageOfManyPatients,
  unreportedSince,
} from './searched-page.ts';

/** Database of the list query, and its cache of totals. */
export interface ListSource {
  readonly db: Executor;
  readonly totals: RememberedTotals;
}

/**
 * Page of the list, and the number of changes that are not added to the stored totals yet. Each query adds them up until then.
 */
export interface ListedPage extends EvaluationList {
  readonly unfolded: number;
}

interface Page {
  readonly total: number;
  readonly unfolded: number;
  readonly lines: Line[] | null;
}

const pageColumns = {
  total: sql<number>`total`,
  unfolded: sql<number>`unfolded`,
  lines: sql<Line[] | null>`lines`,
};

function theOnly<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('An aggregate query returned no row');
  return row;
}

const materializedPageFrom = (db: Executor, question: ListCriteria) => {
  const { with: counts, total, ids } = materializedPage(question);
  return db
    .select(pageColumns)
    .from(
      sql`(${counts} select ${total} as total, ${PENDING_CHANGES} as unfolded, ${linesOf(ids, question)} as lines) as page`,
    );
};

const nameOf = (kind: string, key: string): string =>
  `${kind}_${createHash('sha256').update(key).digest('base64url').slice(0, 16)}`;

/** Maximum number of search words for a prepared statement: a first and a last name. */
const NAMED_SEARCH_TERMS = 2;

/**
 * Returns true for the screen's first page. Only this page is a named prepared statement, planned once per connection, because
 * one plan suits all its values. Other pages are not, because a connection keeps every prepared statement.
 */
const hasName = ({ offset, size, patterns }: ListCriteria): boolean =>
  offset === 0 && size === EVALUATIONS_PAGE_SIZE && patterns.length <= NAMED_SEARCH_TERMS;

const firstMaterializedPage = preparedOnce((db, key: string, places: ListCriteria) =>
  materializedPageFrom(db, places).prepare(nameOf('list', key)),
);

/** Returns a page of a list query without a search. */
async function materializedPageOf(db: Executor, question: ListCriteria): Promise<Page> {
  if (!hasName(question)) return theOnly((await materializedPageFrom(db, question))[0]);
  const { key, places, values } = shapeOf(question);
  return theOnly((await firstMaterializedPage(db, key, places).execute(values))[0]);
}

const fewPageFrom = (db: Executor, question: ListCriteria, few: number) => {
  const requested = sql`(${matchesOfFewPatients(question, few)}
    select (select count(*)::integer from person) as persons, (select count(*)::integer from found) as total,
      ${PENDING_CHANGES} as unfolded, ${linesOf(pageOfFewPatients(question), question)} as lines) as page`;
  return db.select({ ...pageColumns, persons: sql<number>`persons` }).from(requested);
};

interface Few {
  readonly places: ListCriteria;
  readonly few: number;
}
const firstFewPage = preparedOnce((db, key: string, { places, few }: Few) =>
  fewPageFrom(db, places, few).prepare(nameOf('few', key)),
);

/** Returns a page of a search, read from the few patients who match; null when more than a few match. */
async function fewPageOf(
  { db, totals: { fewPersons: few } }: ListSource,
  question: ListCriteria,
): Promise<Page | null> {
  const { key, places, values } = shapeOf(question);
  const [page] = hasName(question)
    ? await firstFewPage(db, `${few} ${key}`, { places, few }).execute(values)
    : await fewPageFrom(db, question, few);
  return page && page.persons <= few ? page : null;
}

/**
 * Returns a page of a search that many patients match. `base` is the cached total; if it is undefined, the matches are counted.
 */
async function manyPageOf(db: Executor, question: ListCriteria, base: number | undefined) {
  const total = base === undefined ? countOfManyPatients(question) : sql`${base}::integer + since`;
  const lines = linesOf(pageOfManyPatients(question, sql`(select total from summed)`), question);
  const requested = sql`(
    with told as materialized (
      select (select number::text from evaluation_folds) as fold, ${foundSince(question)} as since,
        ${unreportedSince(question)} as untold
    ), summed as materialized (select told.*, ${total} as total from told)
    select summed.*, ${PENDING_CHANGES} as unfolded, ${lines} as lines from summed) as page`;
  const reported = { fold: sql<string>`fold`, since: sql<number>`since`, untold: sql<number>`untold` };
  const [page] = await db.select({ ...pageColumns, ...reported }).from(requested);
  return theOnly(page);
}

/**
 * Returns a page of a search. A search that many patients match is planned each time, because the frequency of the name decides
 * which index is used first. Its total takes long to count and is cached. The cached total stays valid as long as the database
 * can compute all changes since then.
 */
async function searchPage(source: ListSource, question: ListCriteria): Promise<Page> {
  const { db, totals } = source;
  const known = totals.get(question);
  if (known) {
    const page = await manyPageOf(db, question, known.base);
    if (page.fold === known.fold && page.untold === known.untold) return page;
  }
  const few = await fewPageOf(source, question);
  if (few) return few;
  const page = await manyPageOf(db, question, undefined);
  totals.set(question, { base: page.total - page.since, fold: page.fold, untold: page.untold });
  return page;
}

/** Branch whose evaluations are listed, and whether the user may open evaluations. Only then the list contains age and job. */
export interface ListedFor {
  readonly branchId: string;
  readonly isForDoctors: boolean;
}

/**
 * Returns one page of the branch's evaluations, newest or oldest first, with the exact number of evaluations. If the query
 * names no status, the open evaluations are listed.
 */
export async function listEvaluations(
  source: ListSource,
  { branchId, isForDoctors }: ListedFor,
  query: EvaluationsQuery,
): Promise<ListedPage> {
  const question = listCriteriaOf(branchId, query);
  const { lines, total, unfolded } = question.patterns.length
    ? await searchPage(source, question)
    : await materializedPageOf(source.db, question);
  return { items: (lines ?? []).map((line) => toItem(line, isForDoctors)), total, unfolded };
}
