import { type SQL, and, count, eq, getTableColumns, inArray, isNull, sql, sum } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { type CATALOGS, type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import type { Occupation } from '#contract/catalogs/occupations.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import {
  CATALOG_TABLES,
  type branches,
  catalogRevisions,
  type companies,
  occupations,
} from '../../schema/catalogs.ts';
import { searchTextCondition } from '../../platform/database/queries/search.ts';

type CatalogTable = (typeof CATALOG_TABLES)[CatalogName] | typeof occupations;

export interface Catalog<Item> {
  readonly resource: string;
  /** Keys in catalog_revisions. A page of this catalogue can change only when one of these revisions changes. */
  readonly dependsOn: readonly string[];
  readonly table: CatalogTable;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly code: SQL | null;
  readonly is_active: SQL | null;
  /** Condition of the rows that lists and totals contain; null if they contain all rows. */
  readonly listed: SQL | null;
  readonly toItem: (row: never) => Item;
}

type CatalogRow = Readonly<Record<string, unknown>>;

/**
 * Returns a catalogue for a table. An item is a row with the contract's names, without the columns that the contract lacks.
 * @param names names of the values in an item
 * @param read returns the values of an item that the row lacks or stores in another form
 */
const createTableCatalog = (
  resource: string,
  table: CatalogTable,
  names: readonly string[],
  read: (row: never) => object = () => ({}),
): Catalog<unknown> => ({
  resource,
  dependsOn: [resource],
  table,
  fields: getTableColumns(table),
  code: 'code' in table ? sql`${table.code}` : null,
  is_active: 'is_active' in table ? sql`${table.is_active}` : null,
  listed: 'merged_into' in table ? isNull(table.merged_into) : null,
  toItem: (row: CatalogRow) => {
    const values: CatalogRow = { ...row, ...read(row as never) };
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  },
});

// Raw SQL, because drizzle omits the table name of columns when a statement has only one table.
const companyNameSql = sql<string>`(select companies.name from companies where companies.id = branches.company_id)`;

type BranchRow = typeof branches.$inferSelect;
const toBranchValues = (row: BranchRow) => ({
  has_logo: row.logo_path !== null,
  branding_updated_at: row.branding_updated_at?.toISOString() ?? null,
});

type Catalogs = { readonly [Name in CatalogName]: Catalog<z.output<(typeof CATALOGS)[Name]['Item']>> };
const derivedCatalogs = buildPerCatalog(({ key, Item }, name) =>
  createTableCatalog(
    key,
    CATALOG_TABLES[name],
    Object.keys(Item.shape),
    name === 'branches' ? toBranchValues : undefined,
  ),
) as Catalogs;

export const catalogs: Catalogs = {
  ...derivedCatalogs,
  branches: {
    ...derivedCatalogs.branches,
    dependsOn: ['branches', 'companies'],
    fields: { ...derivedCatalogs.branches.fields, company_name: companyNameSql },
  },
};
export const occupationCatalog = createTableCatalog('occupations', occupations, [
  'id',
  'name',
]) as Catalog<Occupation>;

/**
 * Sorts in Spanish order (ñ after n, accented letters next to their base letter), whatever the locale of the database. Queries
 * also sort by id, so that rows with equal names have a fixed order.
 */
export const nameOrderSql = (table: CatalogTable): SQL => sql`${table.name} collate "es-x-icu"`;

export interface CatalogListOptions {
  readonly q?: string | undefined;
  readonly page: number;
  readonly page_size: number;
  readonly include_inactive: boolean;
  readonly sort?: string | undefined;
  readonly direction: 'asc' | 'desc';
}

/**
 * Returns the order of a page. Sorts by name if the request names no column or a column that the catalogue lacks. Rows with the
 * same `position` are also sorted by name.
 */
function catalogOrderSql({ table, code }: Catalog<unknown>, { sort, direction }: CatalogListOptions): SQL[] {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const columns = new Map([
    ['code', [code]],
    ['created_at', [sql`${table.createdAt}`]],
    ...('position' in table ? [['position', [sql`${table.position}`, nameOrderSql(table)]] as const] : []),
  ]);
  const sorted = columns.get(sort ?? 'name') ?? [nameOrderSql(table)];
  return [...sorted, sql`${table.id}`].map((column) => sql`${column} ${way}`);
}

/**
 * Selects from a catalogue's table. The table is cast, because Drizzle cannot select from a union of tables; every catalogue
 * has the columns used here.
 */
const selectCatalogRows = (db: Executor, { fields, table }: Catalog<unknown>) =>
  db
    .select(fields as ReturnType<typeof getTableColumns<typeof companies>>)
    .from(table as typeof companies)
    .$dynamic();

export async function listCatalog<Item>(
  db: Executor,
  source: Catalog<Item>,
  options: CatalogListOptions,
  filter?: SQL,
) {
  const { table, is_active, listed } = source;
  const where = and(
    is_active && !options.include_inactive ? eq(is_active, true) : undefined,
    searchTextCondition(table.searchText, options.q),
    listed ?? undefined,
    filter,
  );
  const { page, page_size } = options;
  const rows = await selectCatalogRows(db, source)
    .where(where)
    .orderBy(...catalogOrderSql(source, options))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [total] = await db
    .select({ value: count() })
    .from(table as typeof companies)
    .where(where);
  return {
    items: rows.map((row) => source.toItem(row as never)),
    total_count: total?.value ?? 0,
    page,
    page_size,
  };
}

export async function findInCatalog<Item>(
  db: Executor,
  source: Catalog<Item>,
  id: string,
): Promise<Item | null> {
  const [row] = await selectCatalogRows(db, source).where(eq(source.table.id, id));
  return row ? source.toItem(row as never) : null;
}

/**
 * Returns the revision of a catalogue, or the sum of several revisions; revisions only grow. Read the revision before the rows:
 * if a row changes between the two reads, the client only fetches the full response once more.
 */
export async function catalogRevision(
  db: Executor,
  { dependsOn }: { readonly dependsOn: readonly string[] },
): Promise<number> {
  const [row] = await db
    .select({ revision: sum(catalogRevisions.revision).mapWith(Number), found: count() })
    .from(catalogRevisions)
    .where(inArray(catalogRevisions.resource, [...dependsOn]));
  if (row?.found !== dependsOn.length)
    throw new Error(`A revision is missing for one of ${dependsOn.join(', ')}`);
  return row.revision;
}
