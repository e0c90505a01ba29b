import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Company } from '#contract/catalogs/companies.ts';
import { recordActivity } from '../../audit/index.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import { fieldError, notFoundError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { branches, companies } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { expectedLists, rememberedColumns } from '../../schema/expected-lists.ts';
import { catalogs, findInCatalog } from '../queries/catalogs.ts';
import { codeWithoutNit } from './proposed-companies.ts';
import { writableCatalogs } from './writable-catalogs.ts';

interface CompanyMerge {
  readonly id: string;
  readonly into: string;
}

type CompanyRow = typeof companies.$inferSelect;

const mergeError = (message: string) => fieldError({ field: 'into', message });

/**
 * Locks both rows. `for update` also waits for transactions that are about to store a reference to the proposed company
 * (`resolveCompanies`).
 */
async function lockCompanies(
  tx: Transaction,
  { id, into }: CompanyMerge,
): Promise<{ readonly proposed: CompanyRow; readonly target: CompanyRow }> {
  const rows = await tx
    .select()
    .from(companies)
    .where(inArray(companies.id, [id, into]))
    .orderBy(companies.id)
    .for('update');
  const [proposed, target] = [id, into].map((wanted) => rows.find((row) => row.id === wanted));
  if (!proposed) throw notFoundError(writableCatalogs.companies.words.missing);
  if (!target) throw mergeError('La empresa no existe.');
  return { proposed, target };
}

/** Moves the remembered columns, except for titles that the other company has too. */
async function moveRememberedColumns(tx: Transaction, { id, into }: CompanyMerge): Promise<void> {
  const { company_id, titlesSha256 } = rememberedColumns;
  const known = tx.select({ titlesSha256 }).from(rememberedColumns).where(eq(company_id, into));
  await tx
    .update(rememberedColumns)
    .set({ company_id: into })
    .where(and(eq(company_id, id), notInArray(titlesSha256, known)));
  await tx.delete(rememberedColumns).where(eq(company_id, id));
}

async function moveReferences(tx: Transaction, merge: CompanyMerge): Promise<void> {
  const { id, into } = merge;
  const { employer_company_id, contractor_company_id } = evaluations;
  await tx.update(evaluations).set({ employer_company_id: into }).where(eq(employer_company_id, id));
  await tx.update(evaluations).set({ contractor_company_id: into }).where(eq(contractor_company_id, id));
  await tx.update(expectedLists).set({ company_id: into }).where(eq(expectedLists.company_id, id));
  await moveRememberedColumns(tx, merge);
  await tx.update(branches).set({ company_id: into }).where(eq(branches.company_id, id));
  // Devices may still send the ids of companies that were merged into this one earlier.
  await tx.update(companies).set({ merged_into: into }).where(eq(companies.merged_into, id));
}

/**
 * Merges a proposed company into an active one: evaluations, expected lists and branches reference the other company, and the proposed one stays as an
 * inactive row without its NIT, which the other company may then get. Signed versions keep the name that they were signed with.
 * Merging again into the same company only moves references that a server of an earlier version stored since.
 * @throws not_found; validation_failed if the company is no proposal, or the other one is itself, missing or inactive
 */
export async function mergeCompany(
  tx: Transaction,
  trace: AuditContext,
  body: CompanyMerge,
): Promise<Company> {
  const merge = { id: body.id.toLowerCase(), into: body.into.toLowerCase() };
  const { id, into } = merge;
  if (id === into) throw mergeError('Una empresa no se une consigo misma. Elige otra.');
  const { proposed, target } = await lockCompanies(tx, merge);
  if (proposed.merged_into === into) await moveReferences(tx, merge);
  else {
    if (!proposed.is_proposed) throw mergeError('Esta empresa ya no es una propuesta.');
    if (!target.is_active) throw mergeError('La empresa está inactiva. Elige otra.');
    await moveReferences(tx, merge);
    await tx
      .update(companies)
      .set({
        is_active: false,
        is_proposed: false,
        merged_into: into,
        code: codeWithoutNit(id),
        updatedAt: trace.at,
      })
      .where(eq(companies.id, id));
    await recordActivity(tx, trace, {
      action: 'catalog_changed',
      detail: { resource: 'companies', id, what: 'merged', into },
    });
  }
  const item = await findInCatalog(tx, catalogs.companies, into);
  if (!item) throw new Error('A locked company no longer exists');
  return item;
}
