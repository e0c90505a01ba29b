import type * as z from 'zod/mini';
import { type CATALOGS, type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import type { BranchBody, OwnBranchBody } from '#contract/catalogs/branches.ts';
import type { AnyCatalog } from '#contract/catalogs/catalog.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { CATALOG_TABLES } from '../../schema/catalogs.ts';
import { isSameNit } from '#domain/company/nit.ts';
import { AppError, fieldError } from '../../platform/base/errors.ts';
import { type Catalog, catalogs } from '../queries/catalogs.ts';
import { additionalFieldColumns, checkAdditionalField } from './additional-field.ts';
import { findCompaniesWithNit } from './companies-with-nit.ts';
import { requireActiveCompany } from './company-checks.ts';
import { requireBelowRowLimit } from './row-limit.ts';

export type ColumnValues = Readonly<Record<string, unknown>>;

export const codeTakenError = (message: string): AppError =>
  new AppError('code_taken', message, { details: [{ field: 'code', message }] });

type CatalogRowCheck = (tx: Transaction, columns: ColumnValues, row: ColumnValues | null) => Promise<void>;

export interface WritableCatalog<Body, Item> {
  readonly source: Catalog<Item>;
  readonly columnsOf: (body: Body) => ColumnValues;
  readonly words: { readonly missing: string; readonly codeTaken?: string };
  /**
   * Check that needs the database, such as for a reference to a missing row, a code that another row has, or too many rows.
   * Throws an error for invalid columns.
   * @param row the current row; null for a new row
   */
  readonly check?: CatalogRowCheck;
}

/**
 * Returns the columns of a body; each column has the name of its field. An absent field gives no column, so that the row keeps
 * the field's value.
 */
export const bodyColumns = (body: object): ColumnValues =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** Returns the columns of a branch's letterhead, as edited by its own users. If the request has an empty name, the branch keeps its name (P7). */
export const brandingColumns = ({ name, ...contact }: OwnBranchBody): ColumnValues =>
  bodyColumns({ ...contact, name: name || undefined });

/**
 * Requires an active company when a branch is created or its company changes. A branch may keep a company that was deactivated
 * later.
 */
async function checkBranchCompany(
  tx: Transaction,
  { company_id }: ColumnValues,
  row: ColumnValues | null,
): Promise<void> {
  if (typeof company_id !== 'string' || company_id === row?.['company_id']) return;
  await requireActiveCompany(tx, company_id);
}

/** Rejects a NIT that another company has; 'NIT', separators and check digit are not compared. */
async function rejectTakenNit(
  tx: Transaction,
  { code }: ColumnValues,
  row: ColumnValues | null,
): Promise<void> {
  const former = row?.['code'];
  if (typeof code !== 'string' || (typeof former === 'string' && isSameNit(former, code))) return;
  const [same] = await findCompaniesWithNit(tx, code);
  if (same) throw codeTakenError(`Este NIT ya es de «${same.name}».`);
}

/** Rejects the activation of a merged company, because devices that send its id get the other company. */
async function rejectMergedActivation(
  _tx: Transaction,
  { is_active: isActive }: ColumnValues,
  row: ColumnValues | null,
): Promise<void> {
  if (isActive === true && typeof row?.['merged_into'] === 'string')
    throw fieldError({
      field: 'is_active',
      message: 'Esta empresa se unió con otra y no se activa de nuevo.',
    });
}

/** Returns the check that rejects a new row beyond the maximum number of rows. */
const createRowLimitCheck =
  ({ max, noun }: AnyCatalog, table: (typeof CATALOG_TABLES)[CatalogName]): CatalogRowCheck =>
  async (tx, _columns, row) => {
    if (row !== null || max === undefined) return;
    const one = noun.gender === 'm' ? 'uno' : 'una';
    const message = `Ya hay ${max} ${noun.many}. Cambia ${one} que no se use.`;
    await requireBelowRowLimit(tx, table, { max }, { field: 'name', message });
  };

const combineChecks =
  (first: CatalogRowCheck, second: CatalogRowCheck | undefined): CatalogRowCheck =>
  async (...change) => {
    await first(...change);
    await second?.(...change);
  };

/** Sentences of a catalogue's errors. */
const catalogErrorTexts = ({ noun: { gender, one }, fields }: AnyCatalog) => ({
  missing: gender === 'm' ? `El ${one} no existe.` : `La ${one} no existe.`,
  ...('code' in fields && {
    codeTaken: `Ya hay ${gender === 'm' ? 'un' : 'una'} ${one} con este código.`,
  }),
});

/** Checks and columns that do not follow from the definitions. */
const CATALOG_OVERRIDES: Partial<Record<CatalogName, Partial<WritableCatalog<never, unknown>>>> = {
  companies: { check: combineChecks(rejectTakenNit, rejectMergedActivation) },
  additionalFields: { check: checkAdditionalField, columnsOf: additionalFieldColumns },
  branches: {
    check: checkBranchCompany,
    columnsOf: (body: BranchBody) => bodyColumns({ ...body, company_id: body.company_id.toLowerCase() }),
  },
};

type WritableCatalogs = {
  readonly [Name in CatalogName]: WritableCatalog<
    z.output<(typeof CATALOGS)[Name]['Body']>,
    z.output<(typeof CATALOGS)[Name]['Item']>
  >;
};

export const writableCatalogs = buildPerCatalog((definition, name) => ({
  source: catalogs[name],
  columnsOf: bodyColumns,
  words: catalogErrorTexts(definition),
  ...CATALOG_OVERRIDES[name],
  check: combineChecks(createRowLimitCheck(definition, CATALOG_TABLES[name]), CATALOG_OVERRIDES[name]?.check),
})) as unknown as WritableCatalogs;
