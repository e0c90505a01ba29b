import { type SQL, and, count, eq, sql } from 'drizzle-orm';
import type * as wire from '#contract/catalogs.ts';
import type { Executor } from '../database/client.ts';
import {
  catalogRevisions,
  companies,
  doctors,
  evaluationTypes,
  exams,
  occupations,
} from '../database/schema.ts';
import { matchesSearch } from './search.ts';

type Table = typeof companies | typeof evaluationTypes | typeof exams | typeof doctors | typeof occupations;

/** How one catalogue is read: its table, its wire form, what it may be ordered by besides the name. */
export interface Catalog<Item> {
  /** The table's name: the key of catalog_revisions. */
  readonly resource: string;
  readonly table: Table;
  readonly code: SQL | null;
  readonly isActive: SQL | null;
  readonly toItem: (row: never) => Item;
}

const catalog = <T extends Table, Item>(
  resource: string,
  table: T,
  toItem: (row: T['$inferSelect']) => Item,
) => ({
  resource,
  table,
  code: 'code' in table ? sql`${table.code}` : null,
  isActive: 'isActive' in table ? sql`${table.isActive}` : null,
  toItem,
});

export const catalogs = {
  evaluationTypes: catalog('evaluation_types', evaluationTypes, (row): wire.EvaluationType => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    is_active: row.isActive,
  })),
  companies: catalog('companies', companies, (row): wire.Company => ({
    id: row.id,
    code: row.code,
    name: row.name,
    billing_name: row.billingName,
    city: row.city,
    is_active: row.isActive,
  })),
  exams: catalog('exams', exams, (row): wire.Exam => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    sample_type: row.sampleType,
    delivery_time: row.deliveryTime,
    is_active: row.isActive,
  })),
  doctors: catalog('doctors', doctors, (row): wire.Doctor => ({
    id: row.id,
    name: row.name,
    specialty: row.specialty,
    license_number: row.licenseNumber,
    registration_number: row.registrationNumber,
    signature_key: row.signatureKey,
    is_active: row.isActive,
  })),
  occupations: catalog('occupations', occupations, (row): wire.Occupation => ({
    id: row.id,
    name: row.name,
  })),
};

/** Spanish order (ñ after n, accents beside their letter) whatever the database's locale; the id settles equals. */
export const byName = (table: Table): SQL => sql`${table.name} collate "es-x-icu"`;

export interface ListOptions {
  readonly q?: string | undefined;
  readonly page: number;
  readonly page_size: number;
  readonly include_inactive: boolean;
  readonly sort?: string | undefined;
  readonly direction: 'asc' | 'desc';
}

/** A sort that the catalogue does not have orders by name. */
function orderOf({ table, code }: Catalog<unknown>, { sort, direction }: ListOptions): SQL[] {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const column = sort === 'code' && code ? code : byName(table);
  return [sql`${column} ${way}`, sql`${table.id} ${way}`];
}

/** One page of a catalogue. Drizzle selects from one table, not from a union: all have the columns that are named here. */
export async function listCatalog<Item>(db: Executor, source: Catalog<Item>, options: ListOptions) {
  const { table, isActive } = source;
  const where = and(
    isActive && !options.include_inactive ? eq(isActive, true) : undefined,
    matchesSearch(table.searchText, options.q),
  );
  const { page, page_size } = options;
  const rows = await db
    .select()
    .from(table as typeof companies)
    .where(where)
    .orderBy(...orderOf(source, options))
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

/** Read before the page: a change in between only makes the next question answer in full. */
export async function catalogRevision(
  db: Executor,
  { resource }: { readonly resource: string },
): Promise<number> {
  const [row] = await db
    .select({ revision: catalogRevisions.revision })
    .from(catalogRevisions)
    .where(eq(catalogRevisions.resource, resource));
  if (!row) throw new Error(`The catalogue ${resource} has no revision`);
  return row.revision;
}
