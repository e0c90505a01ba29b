import { eq, like, sql } from 'drizzle-orm';
import type { Branch, BranchBody, OwnBranchBody } from '#contract/records/branches.ts';
import type { NotePhraseBody } from '#contract/records/catalog-writes.ts';
import { NOTE_PHRASES_MAX } from '#contract/limits.ts';
import type { NotePhrase } from '#contract/records/catalogs.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { companies, notePhrases } from '../../database/tables/catalogs.ts';
import { nitWithoutCheckDigit } from '#domain/company/nit.ts';
import { AppError, fieldError } from '../../base/errors.ts';
import { type Catalog, catalogs } from '../../queries/catalogs/catalogs.ts';
import { lockTable, requireBelowRowLimit } from './row-limit.ts';

export type TableColumns = Readonly<Record<string, unknown>>;

export const codeTakenError = (message: string): AppError =>
  new AppError('code_taken', message, { details: [{ field: 'code', message }] });

export interface WritableCatalog<Body, Item> {
  readonly source: Catalog<Item>;
  readonly columnsOf: (body: Body) => TableColumns;
  readonly words: { readonly missing: string; readonly codeTaken?: string };
  /**
   * Rejects columns that reference missing rows.
   * @param row the current row; null for a new row
   */
  readonly check?: (tx: Transaction, columns: TableColumns, row: TableColumns | null) => Promise<void>;
}

/**
 * Returns the columns of a body, which have the same names. An absent field gives no column, so that the row keeps the field's
 * value.
 */
export const bodyColumns = (body: object): TableColumns =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** Returns the columns of a branch's letterhead, as edited by its own users. An empty name stays unchanged (P7). */
export const brandingColumns = ({ name, ...contact }: OwnBranchBody): TableColumns =>
  bodyColumns({ ...contact, name: name || undefined });

/**
 * Requires an active company when a branch is created or its company changes. A branch may keep a company that was deactivated
 * later. Locks the company's row, so that it cannot be deactivated concurrently.
 */
async function checkCompany(
  tx: Transaction,
  { company_id }: TableColumns,
  row: TableColumns | null,
): Promise<void> {
  if (typeof company_id !== 'string' || company_id === row?.['company_id']) return;
  const [company] = await tx.select().from(companies).where(eq(companies.id, company_id)).for('share');
  if (!company) throw fieldError({ field: 'company_id', message: 'La empresa no existe.' });
  if (!company.is_active)
    throw fieldError({ field: 'company_id', message: 'La empresa está inactiva. Elige otra.' });
}

const COMPANY_CODE_TAKEN = 'Ya hay una empresa con este código.';

/** Rejects a NIT that another company has; dots and check digit are not compared. */
async function checkNit(tx: Transaction, { code }: TableColumns, row: TableColumns | null): Promise<void> {
  const numberOf = (text: unknown) => (typeof text === 'string' ? nitWithoutCheckDigit(text) : null);
  const number = numberOf(code);
  if (number === null || numberOf(row?.['code']) === number) return;
  await lockTable(tx, companies);
  const alike = await tx
    .select({ code: companies.code })
    .from(companies)
    .where(like(sql`translate(${companies.code}, '. -', '')`, `${number}%`));
  if (alike.some((one) => nitWithoutCheckDigit(one.code) === number))
    throw codeTakenError(COMPANY_CODE_TAKEN);
}

const branchCatalog: WritableCatalog<BranchBody, Branch> = {
  source: catalogs.branches,
  columnsOf: (body) => bodyColumns({ ...body, company_id: body.company_id.toLowerCase() }),
  words: { missing: 'La sede no existe.' },
  check: checkCompany,
};

/**
 * Rejects a new phrase beyond the maximum number. Every doctor's tablet stores all phrases, and the doctor must find the right
 * phrase among them.
 */
async function checkRowLimit(
  tx: Transaction,
  _columns: TableColumns,
  row: TableColumns | null,
): Promise<void> {
  const message = `Ya hay ${NOTE_PHRASES_MAX} frases. Cambia una que no se use.`;
  if (row === null) await requireBelowRowLimit(tx, notePhrases, NOTE_PHRASES_MAX, { field: 'name', message });
}

const phraseCatalog: WritableCatalog<NotePhraseBody, NotePhrase> = {
  source: catalogs.notePhrases,
  columnsOf: bodyColumns,
  words: { missing: 'La frase no existe.' },
  check: checkRowLimit,
};

export const writableCatalogs = {
  evaluationTypes: {
    source: catalogs.evaluationTypes,
    columnsOf: bodyColumns,
    words: {
      missing: 'El tipo de evaluación no existe.',
      codeTaken: 'Ya hay un tipo de evaluación con este código.',
    },
  },
  companies: {
    source: catalogs.companies,
    columnsOf: bodyColumns,
    words: { missing: 'La empresa no existe.', codeTaken: COMPANY_CODE_TAKEN },
    check: checkNit,
  },
  exams: {
    source: catalogs.exams,
    columnsOf: bodyColumns,
    words: { missing: 'El examen no existe.', codeTaken: 'Ya hay un examen con este código.' },
  },
  doctors: {
    source: catalogs.doctors,
    columnsOf: bodyColumns,
    words: { missing: 'El médico no existe.' },
  },
  branches: branchCatalog,
  notePhrases: phraseCatalog,
};
