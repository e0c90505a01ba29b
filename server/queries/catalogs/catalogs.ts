import { type SQL, and, count, eq, getTableColumns, inArray, sql, sum } from 'drizzle-orm';
import type { Branch } from '#contract/records/branches.ts';
import type * as wire from '#contract/records/catalogs.ts';
import type { Executor } from '../../database/connection/client.ts';
import {
  branches,
  catalogRevisions,
  companies,
  doctors,
  evaluationTypes,
  exams,
  notePhrases,
  occupations,
} from '../../database/tables/catalogs.ts';
import { matchesSearch } from '../base/search.ts';

type Table =
  | typeof companies
  | typeof evaluationTypes
  | typeof exams
  | typeof doctors
  | typeof occupations
  | typeof notePhrases
  | typeof branches;

export interface Catalog<Item> {
  readonly resource: string;
  /** Keys of catalog_revisions whose revisions change a page of this catalogue. */
  readonly dependsOn: readonly string[];
  readonly table: Table;
  readonly fields: Readonly<Record<string, unknown>>;
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
  dependsOn: [resource],
  table,
  fields: getTableColumns(table),
  code: 'code' in table ? sql`${table.code}` : null,
  isActive: 'isActive' in table ? sql`${table.isActive}` : null,
  toItem,
});

const toBranch = (row: typeof branches.$inferSelect & { readonly companyName: string }): Branch => ({
  id: row.id,
  company_id: row.companyId,
  company_name: row.companyName,
  name: row.name,
  address: row.address,
  contact_email: row.contactEmail,
  contact_phone: row.contactPhone,
  contact_website: row.contactWebsite,
  contact_address: row.contactAddress,
  nit: row.nit,
  habilitation_code: row.habilitationCode,
  city: row.city,
  has_logo: row.logoPath !== null,
  logo_hash: row.logoHash,
  branding_updated_at: row.brandingUpdatedAt?.toISOString() ?? null,
  own_signature_only: row.ownSignatureOnly,
  unlinked_signatures: row.unlinkedSignatures,
  is_active: row.isActive,
  revision: row.revision,
});
// Raw SQL, because drizzle omits the table name of columns when a statement has only one table.
const companyName = sql<string>`(select companies.name from companies where companies.id = branches.company_id)`;

export const catalogs = {
  evaluationTypes: catalog('evaluation_types', evaluationTypes, (row): wire.EvaluationType => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    is_active: row.isActive,
    revision: row.revision,
  })),
  companies: catalog('companies', companies, (row): wire.Company => ({
    id: row.id,
    code: row.code,
    name: row.name,
    billing_name: row.billingName,
    city: row.city,
    is_active: row.isActive,
    revision: row.revision,
  })),
  exams: catalog('exams', exams, (row): wire.Exam => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    sample_type: row.sampleType,
    delivery_time: row.deliveryTime,
    shown_on_concept: row.shownOnConcept,
    is_active: row.isActive,
    revision: row.revision,
  })),
  doctors: catalog('doctors', doctors, (row): wire.Doctor => ({
    id: row.id,
    name: row.name,
    specialty: row.specialty,
    license_number: row.licenseNumber,
    registration_number: row.registrationNumber,
    signature_key: row.signatureKey,
    license_valid_until: row.licenseValidUntil,
    is_active: row.isActive,
    revision: row.revision,
  })),
  notePhrases: catalog('note_phrases', notePhrases, (row): wire.NotePhrase => ({
    id: row.id,
    note_type: row.noteType,
    name: row.name,
    is_active: row.isActive,
    revision: row.revision,
  })),
  branches: {
    ...catalog('branches', branches, ({ id }) => id),
    dependsOn: ['branches', 'companies'],
    fields: { ...getTableColumns(branches), companyName },
    toItem: toBranch,
  },
  occupations: catalog('occupations', occupations, (row): wire.Occupation => ({
    id: row.id,
    name: row.name,
  })),
};

/**
 * Sorts in Spanish order (ñ after n, accented letters next to their base letter), whatever the locale of the database. Queries
 * also sort by id, so that rows with equal names have a fixed order.
 */
export const sortByName = (table: Table): SQL => sql`${table.name} collate "es-x-icu"`;

export interface ListOptions {
  readonly q?: string | undefined;
  readonly page: number;
  readonly page_size: number;
  readonly include_inactive: boolean;
  readonly sort?: string | undefined;
  readonly direction: 'asc' | 'desc';
}

/** Returns the order of a page. Sorts by name when the catalogue lacks the requested column. */
function orderSql({ table, code }: Catalog<unknown>, { sort, direction }: ListOptions): SQL[] {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const columns = new Map([
    ['code', code],
    ['created_at', sql`${table.createdAt}`],
  ]);
  const column = columns.get(sort ?? 'name') ?? sortByName(table);
  return [sql`${column} ${way}`, sql`${table.id} ${way}`];
}

/**
 * Selects from a catalogue's table. The table is cast, because Drizzle cannot select from a union of tables; every catalogue
 * has the columns used here.
 */
const rowsOf = (db: Executor, { fields, table }: Catalog<unknown>) =>
  db
    .select(fields as ReturnType<typeof getTableColumns<typeof companies>>)
    .from(table as typeof companies)
    .$dynamic();

export async function listCatalog<Item>(
  db: Executor,
  source: Catalog<Item>,
  options: ListOptions,
  filter?: SQL,
) {
  const { table, isActive } = source;
  const where = and(
    isActive && !options.include_inactive ? eq(isActive, true) : undefined,
    matchesSearch(table.searchText, options.q),
    filter,
  );
  const { page, page_size } = options;
  const rows = await rowsOf(db, source)
    .where(where)
    .orderBy(...orderSql(source, options))
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
  const [row] = await rowsOf(db, source).where(eq(source.table.id, id));
  return row ? source.toItem(row as never) : null;
}

/**
 * Returns the revision of a catalogue, or the sum of several revisions, which only grow. Must be read before the rows: if a row
 * changes between the two reads, the client then only receives the full response once more.
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
