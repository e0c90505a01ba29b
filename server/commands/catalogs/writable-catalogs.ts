import { eq, like, sql } from 'drizzle-orm';
import type { Branch, BranchBody, OwnBranchBody, SigningRuleBody } from '#contract/records/branches.ts';
import type {
  CompanyBody,
  DoctorBody,
  EvaluationTypeBody,
  ExamBody,
  NotePhraseBody,
} from '#contract/records/catalog-writes.ts';
import { NOTE_PHRASES_MAX } from '#contract/limits.ts';
import type { NotePhrase } from '#contract/records/catalogs.ts';
import type { Transaction } from '../../database/connection/client.ts';
import {
  type branches,
  companies,
  type doctors,
  type evaluationTypes,
  type exams,
  notePhrases,
} from '../../database/tables/catalogs.ts';
import { nitWithoutCheckDigit } from '#domain/company/nit.ts';
import { AppError, fieldError } from '../../base/errors.ts';
import { type Catalog, catalogs } from '../../queries/catalogs/catalogs.ts';
import { lockTable, requireBelowLimit } from './row-limit.ts';

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

type Insert<Table extends { readonly $inferInsert: object }> = Partial<Table['$inferInsert']>;

const evaluationTypeColumns = (body: EvaluationTypeBody): Insert<typeof evaluationTypes> => ({
  code: body.code,
  name: body.name,
  description: body.description,
});

const companyColumns = (body: CompanyBody): Insert<typeof companies> => ({
  code: body.code,
  name: body.name,
  billingName: body.billing_name,
  city: body.city,
});

const examColumns = (body: ExamBody): Insert<typeof exams> => ({
  code: body.code,
  name: body.name,
  description: body.description,
  sampleType: body.sample_type,
  deliveryTime: body.delivery_time,
  shownOnConcept: body.shown_on_concept,
});

const doctorColumns = (body: DoctorBody): Insert<typeof doctors> => ({
  name: body.name,
  specialty: body.specialty,
  licenseNumber: body.license_number,
  registrationNumber: body.registration_number,
  ...(body.license_valid_until !== undefined && { licenseValidUntil: body.license_valid_until }),
});

/** Returns the contact columns. An absent field gives no column, so the row keeps the field's value. */
const contactColumns = (body: Omit<OwnBranchBody, 'name'>): Insert<typeof branches> => ({
  address: body.address,
  contactEmail: body.contact_email,
  contactPhone: body.contact_phone,
  contactWebsite: body.contact_website,
  contactAddress: body.contact_address,
  ...(body.nit !== undefined && { nit: body.nit }),
  ...(body.habilitation_code !== undefined && { habilitationCode: body.habilitation_code }),
  ...(body.city !== undefined && { city: body.city }),
});

/** Returns the columns of a branch's letterhead, as edited by its own users. An absent name stays unchanged (P7). */
export const brandingColumns = (body: OwnBranchBody): Insert<typeof branches> => ({
  ...contactColumns(body),
  ...(body.name && { name: body.name }),
});

/** Returns the columns of the signing rules. An absent `unlinked_signatures` stays unchanged. */
export const signingRuleColumns = (body: SigningRuleBody): Insert<typeof branches> => ({
  ownSignatureOnly: body.own_signature_only,
  ...(body.unlinked_signatures !== undefined && { unlinkedSignatures: body.unlinked_signatures }),
});

const branchColumns = (body: BranchBody): Insert<typeof branches> => ({
  companyId: body.company_id.toLowerCase(),
  name: body.name,
  ...contactColumns(body),
});

/**
 * Requires an active company for a new branch, and for a branch whose company changes. A branch keeps a company that was
 * deactivated later. Locks the company's row, so that it cannot be deactivated concurrently.
 */
async function checkCompany(
  tx: Transaction,
  { companyId }: TableColumns,
  row: TableColumns | null,
): Promise<void> {
  if (typeof companyId !== 'string' || companyId === row?.['companyId']) return;
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('share');
  if (!company) throw fieldError({ field: 'company_id', message: 'La empresa no existe.' });
  if (!company.isActive)
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
  columnsOf: branchColumns,
  words: { missing: 'La sede no existe.' },
  check: checkCompany,
};

/**
 * Limits the number of phrases. Every doctor's tablet stores all phrases, and the doctor must find the right phrase among them.
 */
async function checkRowLimit(
  tx: Transaction,
  _columns: TableColumns,
  row: TableColumns | null,
): Promise<void> {
  const message = `Ya hay ${NOTE_PHRASES_MAX} frases. Cambia una que no se use.`;
  if (row === null) await requireBelowLimit(tx, notePhrases, NOTE_PHRASES_MAX, { field: 'name', message });
}

const phraseCatalog: WritableCatalog<NotePhraseBody, NotePhrase> = {
  source: catalogs.notePhrases,
  columnsOf: (body): Insert<typeof notePhrases> => ({ noteType: body.note_type, name: body.name }),
  words: { missing: 'La frase no existe.' },
  check: checkRowLimit,
};

export const writableCatalogs = {
  evaluationTypes: {
    source: catalogs.evaluationTypes,
    columnsOf: evaluationTypeColumns,
    words: {
      missing: 'El tipo de evaluación no existe.',
      codeTaken: 'Ya hay un tipo de evaluación con este código.',
    },
  },
  companies: {
    source: catalogs.companies,
    columnsOf: companyColumns,
    words: { missing: 'La empresa no existe.', codeTaken: COMPANY_CODE_TAKEN },
    check: checkNit,
  },
  exams: {
    source: catalogs.exams,
    columnsOf: examColumns,
    words: { missing: 'El examen no existe.', codeTaken: 'Ya hay un examen con este código.' },
  },
  doctors: {
    source: catalogs.doctors,
    columnsOf: doctorColumns,
    words: { missing: 'El médico no existe.' },
  },
  branches: branchCatalog,
  notePhrases: phraseCatalog,
};
