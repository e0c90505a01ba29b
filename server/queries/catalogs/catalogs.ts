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

/** How one catalogue is read: its table, its wire form, what it may be ordered by besides the name. */
export interface Catalog<Item> {
  /** The table's name. */
  readonly resource: string;
  /** The keys of catalog_revisions that a page of it depends on. */
  readonly dependsOn: readonly string[];
  readonly table: Table;
  /** The columns of a row, and what its item needs besides. */
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
// Written out: drizzle leaves the table's name away from columns where a statement has but one table.
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
  const columns = new Map([
    ['code', code],
    ['created_at', sql`${table.createdAt}`],
  ]);
  const column = columns.get(sort ?? 'name') ?? byName(table);
  return [sql`${column} ${way}`, sql`${table.id} ${way}`];
}

/** Drizzle selects from one table, not from a union: all have the columns that are named here. */
const rowsOf = (db: Executor, { fields, table }: Catalog<unknown>) =>
  db
    .select(fields as ReturnType<typeof getTableColumns<typeof companies>>)
    .from(table as typeof companies)
    .$dynamic();

/** One page of a catalogue, of the rows that `filter` takes. */
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

export async function findInCatalog<Item>(
  db: Executor,
  source: Catalog<Item>,
  id: string,
): Promise<Item | null> {
  const [row] = await rowsOf(db, source).where(eq(source.table.id, id));
  return row ? source.toItem(row as never) : null;
}

/**
 * Read before the page: a change in between only makes the next question answer in full. Of several catalogues the sum:
 * each only grows.
 */
export async function catalogRevision(
  db: Executor,
  { dependsOn }: { readonly dependsOn: readonly string[] },
): Promise<number> {
  const [row] = await db
    .select({ revision: sum(catalogRevisions.revision).mapWith(Number), found: count() })
    .from(catalogRevisions)
    .where(inArray(catalogRevisions.resource, [...dependsOn]));
  if (row?.found !== dependsOn.length) throw new Error(`No revision of one of ${dependsOn.join(', ')}`);
  return row.revision;
}
