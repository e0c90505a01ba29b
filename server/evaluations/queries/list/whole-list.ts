import { sql } from 'drizzle-orm';
import {
  type EvaluationListItem,
  EVALUATIONS_FILE_MAX,
  type EvaluationsFileQuery,
} from '#contract/records/evaluation/evaluations.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { readSearchTargets } from './evaluations.ts';
import { listCriteriaOf } from './list-criteria.ts';
import { type EvaluationListRow, listRowsSql, toListItem } from './list-rows.ts';
import { materializedPageSql } from './materialized-page.ts';
import { allMatchesSql } from './searched-page.ts';

/** Evaluations whose details are read at once. */
const ROWS_AT_ONCE = 500;

/** Returns the ids of all evaluations of the list in its order, and one more than EVALUATIONS_FILE_MAX of a longer list. */
export async function listAllEvaluationIds(
  db: Executor,
  branchId: string,
  query: EvaluationsFileQuery,
): Promise<readonly string[]> {
  const { format: _format, ...filters } = query;
  const criteria = listCriteriaOf(branchId, { ...filters, page: 1, page_size: EVALUATIONS_FILE_MAX + 1 });
  const ids = criteria.patterns.length
    ? allMatchesSql({ ...criteria, ...(await readSearchTargets(db, query)) })
    : materializedPageSql(criteria).ids;
  const [list] = await db
    .select({ ids: sql<string[]>`ids` })
    .from(sql`(select array(${ids})::text[] as ids) as list`);
  return list?.ids ?? [];
}

export interface WholeListReading extends Pick<EvaluationsFileQuery, 'direction'> {
  readonly ids: readonly string[];
  /** Runs a read when it is the user's turn. */
  readonly inTurn: <Result>(read: () => Promise<Result>) => Promise<Result>;
}

/**
 * Yields the evaluations in the order of `ids`, as users who may not open evaluations see them. Each part is a separate read, so
 * that a slow download holds no connection to the database.
 */
export async function* readEvaluations(
  db: Executor,
  { ids, direction, inTurn }: WholeListReading,
): AsyncGenerator<EvaluationListItem> {
  const order = { oldestFirst: direction === 'asc' };
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) {
    const part = `{${ids.slice(first, first + ROWS_AT_ONCE).join(',')}}`;
    const rows = listRowsSql(sql`select unnest(${part}::uuid[]) as id`, order);
    const [page] = await inTurn(async () =>
      db
        .select({ lines: sql<EvaluationListRow[] | null>`lines` })
        .from(sql`(select ${rows} as lines) as page`),
    );
    for (const line of page?.lines ?? []) yield toListItem(line, false);
  }
}
