import { type SQL, and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CatalogOverview, OverviewQuery } from '#contract/records/catalogs.ts';
import type { Executor } from '../../database/connection/client.ts';
import {
  branches,
  companies,
  doctors,
  evaluationTypes,
  exams,
  notePhrases,
} from '../../database/tables/catalogs.ts';
import { matchesSearch } from '../base/search.ts';

const TABLES = {
  evaluation_types: evaluationTypes,
  companies,
  branches,
  exams,
  doctors,
  note_phrases: notePhrases,
} as const satisfies Record<keyof CatalogOverview, object>;
type Counted = keyof typeof TABLES;
const COUNTED = Object.keys(TABLES) as Counted[];

function totalsOf(key: Counted, { q, company_id }: z.output<typeof OverviewQuery>): SQL {
  const table = TABLES[key];
  const where = and(
    matchesSearch(table.searchText, q),
    key === 'branches' && company_id !== undefined ? eq(branches.company_id, company_id) : undefined,
  );
  return sql`select ${key}::text as key, count(*)::integer as total, (count(*) filter (where ${table.is_active}))::integer as active
    from ${table} where ${where ?? sql`true`}`;
}

/**
 * Returns, for each catalogue, the number of matching rows and the number of active ones among them. One statement reads all
 * numbers.
 */
export async function catalogOverview(
  db: Executor,
  query: z.output<typeof OverviewQuery>,
): Promise<CatalogOverview> {
  const parts = COUNTED.map((key) => totalsOf(key, query));
  const { rows } = await db.execute<{ key: Counted; total: number; active: number }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(
    rows.map(({ key, total, active }) => [key, { total, active }]),
  ) as CatalogOverview;
}
