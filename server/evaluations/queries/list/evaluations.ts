import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EvaluationList, EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../../platform/database/connection/prepared.ts';
import { PENDING_CHANGE_ESTIMATE_SQL } from '../../../platform/database/queries/materialized.ts';
import { referencedIdsLiteral } from '../referenced.ts';
import { searchableFieldIdsLiteral } from './searched-fields.ts';
import { materializedPageSql } from './materialized-page.ts';
import { type EvaluationListRow, listRowsSql, toListItem } from './list-rows.ts';
import { type ListCriteria, listCriteriaOf, queryShapeOf } from './list-criteria.ts';
import type { RememberedTotals } from './remembered-totals.ts';
import {
  manyPatientsCountSql,
  valueOnlyMatchCountSql,
  cappedMatchCountSql,
  fewPatientsMatchesSql,
  matchCountChangeSql,
  fewPatientsPageSql,
  manyPatientsPageSql,
  renamedPatientsCountSql,
} from './searched-page.ts';

export interface EvaluationListSource {
  readonly db: Executor;
  readonly totals: RememberedTotals;
}

/**
 * Page of the list. `unfolded` is the number of changes that are not yet added to the stored totals. Each query must add these
 * changes up, so a large number makes queries slow.
 */
export interface ListedEvaluationsPage extends EvaluationList {
  readonly unfolded: number;
}

interface EvaluationPageRow {
  readonly total: number;
  readonly unfolded: number;
  readonly lines: EvaluationListRow[] | null;
}

const pageColumns = {
  total: sql<number>`total`,
  unfolded: sql<number>`unfolded`,
  lines: sql<EvaluationListRow[] | null>`lines`,
};

function requireAggregateRow<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('An aggregate query returned no row');
  return row;
}

const selectMaterializedPage = (db: Executor, question: ListCriteria) => {
  const { with: counts, total, ids } = materializedPageSql(question);
  return db
    .select(pageColumns)
    .from(
      sql`(${counts} select ${total} as total, ${PENDING_CHANGE_ESTIMATE_SQL} as unfolded, ${listRowsSql(ids, question)} as lines) as page`,
    );
};

const statementNameOf = (kind: string, key: string): string =>
  `${kind}_${createHash('sha256').update(key).digest('base64url').slice(0, 16)}`;

/** Maximum number of search words for which a prepared statement is used: a first and a last name. */
const MAX_PREPARED_SEARCH_TERMS = 2;

/**
 * Returns true for the first page of a search with few words. This page is read with a named prepared statement, because one
 * plan suits all its values. Other pages are not prepared, because a connection keeps every prepared statement.
 */
const isPreparedQuery = ({ offset, size, patterns }: ListCriteria): boolean =>
  offset === 0 && size === EVALUATIONS_PAGE_SIZE && patterns.length <= MAX_PREPARED_SEARCH_TERMS;

const materializedPageStatement = cachePreparedStatement((db, key: string, places: ListCriteria) =>
  selectMaterializedPage(db, places).prepare(statementNameOf('list', key)),
);

async function readMaterializedPage(db: Executor, question: ListCriteria): Promise<EvaluationPageRow> {
  if (!isPreparedQuery(question)) return requireAggregateRow((await selectMaterializedPage(db, question))[0]);
  const { key, places, values } = queryShapeOf(question);
  return requireAggregateRow((await materializedPageStatement(db, key, places).execute(values))[0]);
}

const selectFewPatientsPage = (db: Executor, question: ListCriteria, few: number) => {
  const requested = sql`(${fewPatientsMatchesSql(question, few)}
    select ${cappedMatchCountSql(question)} as persons, (select count(*)::integer from found) as total,
      ${PENDING_CHANGE_ESTIMATE_SQL} as unfolded, ${listRowsSql(fewPatientsPageSql(question), question)} as lines) as page`;
  return db.select({ ...pageColumns, persons: sql<number>`persons` }).from(requested);
};

interface FewPatientsQuery {
  readonly places: ListCriteria;
  readonly few: number;
}
const fewPatientsPageStatement = cachePreparedStatement(
  (db, key: string, { places, few }: FewPatientsQuery) =>
    selectFewPatientsPage(db, places, few).prepare(statementNameOf('few', key)),
);

/**
 * Returns a page of a search by reading the evaluations of all matching patients. Returns null when more patients match than
 * `fewPersons`.
 */
async function readFewPatientsPage(
  { db, totals: { fewPersons: few } }: EvaluationListSource,
  question: ListCriteria,
): Promise<EvaluationPageRow | null> {
  const { key, places, values } = queryShapeOf(question);
  const [page] = isPreparedQuery(question)
    ? await fewPatientsPageStatement(db, `${few} ${key}`, { places, few }).execute(values)
    : await selectFewPatientsPage(db, question, few);
  return page && page.persons <= few ? page : null;
}

/**
 * Returns a page of a search that many patients match. `base` is the cached number of evaluations of matching patients; if
 * undefined, the query counts them.
 */
async function readManyPatientsPage(db: Executor, question: ListCriteria, base: number | undefined) {
  const named = base === undefined ? manyPatientsCountSql(question) : sql`${base}::integer + since`;
  const lines = listRowsSql(manyPatientsPageSql(question, sql`(select total from summed)`), question);
  const requested = sql`(
    with told as materialized (
      select (select number::text from evaluation_folds) as fold, ${matchCountChangeSql(question)} as since,
        ${renamedPatientsCountSql(question)} as untold, ${valueOnlyMatchCountSql(question)} as valued
    ), summed as materialized (select told.*, ${named} + valued as total from told)
    select summed.*, ${PENDING_CHANGE_ESTIMATE_SQL} as unfolded, ${lines} as lines from summed) as page`;
  const reported = {
    fold: sql<string>`fold`,
    since: sql<number>`since`,
    untold: sql<number>`untold`,
    valued: sql<number>`valued`,
  };
  const [page] = await db.select({ ...pageColumns, ...reported }).from(requested);
  return requireAggregateRow(page);
}

/**
 * Returns a page of a search. A search that many patients match is planned each time, because the frequency of the name
 * determines which index is used first. Counting all its matches takes long, so their number is cached. The cached number is
 * valid as long as the database can compute all changes since then.
 */
async function readSearchPage(
  source: EvaluationListSource,
  question: ListCriteria,
): Promise<EvaluationPageRow> {
  const { db, totals } = source;
  if (question.referenced !== undefined) {
    const page = await readFewPatientsPage(source, question);
    // If many patients match the text, it is treated as a name and not as an id or code of an evaluation.
    return page ?? readSearchPage(source, { ...question, referenced: undefined });
  }
  const known = totals.get(question);
  if (known) {
    const page = await readManyPatientsPage(db, question, known.base);
    if (page.fold === known.fold && page.untold === known.untold) return page;
  }
  const few = await readFewPatientsPage(source, question);
  if (few) return few;
  const page = await readManyPatientsPage(db, question, undefined);
  totals.set(question, { base: page.total - page.valued - page.since, fold: page.fold, untold: page.untold });
  return page;
}

/** Returns the additional fields and evaluations that the search text may name. */
export const readSearchTargets = async (db: Executor, { search }: Pick<EvaluationsQuery, 'search'>) => ({
  searchedFields: await searchableFieldIdsLiteral(db),
  referenced: await referencedIdsLiteral(db, search),
});

/**
 * Branch whose evaluations are listed. `isForDoctors` is true if the user may open evaluations; only then the list contains age
 * and job.
 */
export interface EvaluationListScope {
  readonly branchId: string;
  readonly isForDoctors: boolean;
}

/**
 * Returns one page of the branch's evaluations, newest or oldest first, and the exact total. Lists the open evaluations if the
 * query names no status.
 */
export async function listEvaluations(
  source: EvaluationListSource,
  { branchId, isForDoctors }: EvaluationListScope,
  query: EvaluationsQuery,
): Promise<ListedEvaluationsPage> {
  const question = listCriteriaOf(branchId, query);
  const { lines, total, unfolded } = question.patterns.length
    ? await readSearchPage(source, { ...question, ...(await readSearchTargets(source.db, query)) })
    : await readMaterializedPage(source.db, question);
  return { items: (lines ?? []).map((line) => toListItem(line, isForDoctors)), total, unfolded };
}
