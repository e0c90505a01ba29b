import { type SQL, and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { CatalogOverview, OverviewQuery } from '#contract/catalogs/overview.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches } from '../../schema/catalogs.ts';
import { searchTextCondition } from '../../platform/database/queries/search.ts';
import { type Catalog, catalogs } from './catalogs.ts';

function catalogTotalsSql(
  { resource, table, is_active, listed }: Catalog<unknown>,
  { q, company_id: companyId }: z.output<typeof OverviewQuery>,
): SQL {
  const where = and(
    searchTextCondition(table.searchText, q),
    listed ?? undefined,
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
  const parts = Object.values<Catalog<unknown>>(catalogs).map((catalog) => catalogTotalsSql(catalog, query));
  const { rows } = await db.execute<{ key: string; total: number; active: number }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(
    rows.map(({ key, total, active }) => [key, { total, active }]),
  ) as CatalogOverview;
}
