import { eq } from 'drizzle-orm';
import { CODE_WITHOUT_NIT_PREFIX, companies as companyDefinition } from '#contract/catalogs/companies.ts';
import type { ProposedCompany } from '#contract/records/evaluation/capture.ts';
import { possibleNitNumbers } from '#domain/company/nit.ts';
import type { ActivityEntry } from '../../audit/index.ts';
import type { Capture } from '../../platform/access/capture.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';
import { findCompaniesWithNit } from './companies-with-nit.ts';
import { takeTableAdvisoryLock } from './row-limit.ts';

interface CompanyReferences {
  readonly employer_company_id?: string | undefined;
  readonly contractor_company_id?: string | null | undefined;
  readonly proposed_companies?: readonly ProposedCompany[] | undefined;
}

type Proposer = Pick<Capture, 'authorId' | 'capturedAt'>;

interface ResolvedCompanies<Body> {
  /** The body with the ids of the companies that the evaluation references. */
  readonly body: Body;
  /** Companies used in place of those that the body names. */
  readonly replaced: readonly { readonly proposed_id: string; readonly company_id: string }[];
  /** Log entries of the companies that were created. */
  readonly entries: readonly ActivityEntry[];
}

/** Returns the code of a company whose NIT is unknown or belongs to another company; its digits are those of the random id. */
export const codeWithoutNit = (id: string): string =>
  `${CODE_WITHOUT_NIT_PREFIX}${id.slice(-12).toUpperCase()}`;

/**
 * Returns the id to store for this id: the company into which it was merged, or the company itself; null if there is none. The
 * lock makes a merge wait until this transaction has stored its reference, so that the merge also moves it.
 */
async function lockExistingCompany(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ mergedInto: companies.merged_into })
    .from(companies)
    .where(eq(companies.id, id))
    .for('key share');
  return row ? (row.mergedInto ?? id) : null;
}

/**
 * Creates the company, or returns the active company with its NIT. If only an inactive company has the NIT, the new company gets
 * a code without it and an administrator decides, because the patient has left and the registration must not fail.
 */
async function createProposedCompany(
  tx: Transaction,
  { id, name, nit }: ProposedCompany,
  { authorId, capturedAt }: Proposer,
): Promise<string> {
  const isNit = nit !== null && possibleNitNumbers(nit).length > 0;
  const same = isNit ? await findCompaniesWithNit(tx, nit) : [];
  const used = same.find(({ isActive }) => isActive);
  if (used) return used.id;
  const code =
    isNit && same.length === 0 ? companyDefinition.fields.code.input.parse(nit) : codeWithoutNit(id);
  await tx.insert(companies).values({
    id,
    code,
    name,
    is_proposed: true,
    proposed_nit: nit,
    proposedBy: authorId,
    proposedAt: capturedAt,
  });
  return id;
}

async function resolveCompany(
  tx: Transaction,
  id: string,
  proposal: ProposedCompany | undefined,
  by: Proposer,
): Promise<{ readonly id: string; readonly isCreated: boolean }> {
  const existing = await lockExistingCompany(tx, id);
  if (existing !== null || !proposal) return { id: existing ?? id, isCreated: false };
  // Two devices may send one proposal at the same time.
  await takeTableAdvisoryLock(tx, companies);
  const known = await lockExistingCompany(tx, id);
  const used = known ?? (await createProposedCompany(tx, { ...proposal, id }, by));
  return { id: used, isCreated: known === null && used === id };
}

/**
 * Creates the proposed companies that the body references and the catalogue lacks, and replaces the ids of merged companies. A
 * repeated proposal changes nothing.
 */
export async function resolveCompanies<Body extends CompanyReferences>(
  tx: Transaction,
  body: Body,
  by: Proposer,
): Promise<ResolvedCompanies<Body>> {
  const { employer_company_id: employer, contractor_company_id: contractor, proposed_companies = [] } = body;
  const named = [...new Set([employer, contractor].flatMap((id) => id?.toLowerCase() ?? []))].toSorted();
  const used = new Map<string, string>();
  const entries: ActivityEntry[] = [];
  for (const id of named) {
    const proposal = proposed_companies.find((one) => one.id.toLowerCase() === id);
    const company = await resolveCompany(tx, id, proposal, by);
    used.set(id, company.id);
    if (company.isCreated)
      entries.push({ action: 'catalog_changed', detail: { resource: 'companies', id, what: 'proposed' } });
  }
  const usedFor = <Id extends string | null | undefined>(id: Id): Id =>
    (id ? (used.get(id.toLowerCase()) ?? id) : id) as Id;
  return {
    body: {
      ...body,
      ...(employer !== undefined && { employer_company_id: usedFor(employer) }),
      ...(contractor !== undefined && { contractor_company_id: usedFor(contractor) }),
    },
    replaced: [...used].flatMap(([id, company]) =>
      id === company ? [] : [{ proposed_id: id, company_id: company }],
    ),
    entries,
  };
}
