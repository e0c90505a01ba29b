import { type SQL, and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CatalogOverview, OverviewQuery } from '#contract/records/catalogs.ts';
import type { Executor } from '../../database/connection/client.ts';
import { branches } from '../../database/tables/catalogs.ts';
import { matchesSearch } from '../base/search.ts';
import { type Catalog, catalogs } from './catalogs.ts';

/** Catalogues whose rows can be inactive: all but the occupations. */
const COUNTED: readonly Catalog<unknown>[] = Object.values(catalogs).filter(({ is_active }) => is_active);

function totalsOf(
  { resource, table, is_active }: Catalog<unknown>,
  { q, company_id: companyId }: z.output<typeof OverviewQuery>,
): SQL {
  const where = and(
    matchesSearch(table.searchText, q),
    table === branches && companyId !== undefined ? eq(branches.company_id, companyId) : undefined,
  );
  return sql`select ${resource}::text as key, count(*)::integer as total, (count(*) filter (where ${is_active}))::integer as active
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
  const parts = COUNTED.map((catalog) => totalsOf(catalog, query));
  const { rows } = await db.execute<{ key: string; total: number; active: number }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(
    rows.map(({ key, total, active }) => [key, { total, active }]),
  ) as CatalogOverview;
}
