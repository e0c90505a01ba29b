import { and, count, eq, gt, inArray } from 'drizzle-orm';
import { CODE_WITHOUT_NIT_PREFIX, companies as companyDefinition } from '#contract/catalogs/companies.ts';
import { PROPOSALS_OF_AUTHOR_PER_DAY_MAX, UNDECIDED_PROPOSALS_MAX } from '#contract/limits.ts';
import type { ProposedCompany, ReplacedCompanies } from '#contract/records/evaluation/capture.ts';
import { possibleNitNumbers } from '#domain/company/nit.ts';
import type { ActivityEntry } from '../../audit/index.ts';
import { hasAnyPermission } from '../../platform/access/actor.ts';
import type { Capture } from '../../platform/access/capture.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';
import { findCompaniesWithNit } from './companies-with-nit.ts';
import { takeTableAdvisoryLock } from './row-limit.ts';

interface CompanyReferences {
  readonly employer_company_id?: string | undefined;
  readonly contractor_company_id?: string | null | undefined;
  readonly proposed_companies?: readonly ProposedCompany[] | undefined;
}

type Proposer = Pick<Capture, 'sender' | 'authorId' | 'capturedAt' | 'receivedAt'>;

interface ResolvedCompanies<Body> {
  /** The body with the ids of the companies that the evaluation references. */
  readonly body: Body;
  /** Companies used in place of those that the body names. */
  readonly replaced: ReplacedCompanies;
  /** Log entries of the companies that were created. */
  readonly entries: readonly ActivityEntry[];
}

/** Returns the code of a company whose NIT is unknown or belongs to another company; its digits are those of the random id. */
export const codeWithoutNit = (id: string): string =>
  `${CODE_WITHOUT_NIT_PREFIX}${id.slice(-12).toUpperCase()}`;

/**
 * Returns the id to store for this id: the company into which it was finally merged, or the company itself; null if there is
 * none. The lock makes a merge of the returned company wait until this transaction has stored its reference, so that the merge
 * also moves it.
 */
async function lockCurrentCompany(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ mergedInto: companies.merged_into })
    .from(companies)
    .where(eq(companies.id, id))
    .for('key share');
  if (!row) return null;
  return row.mergedInto === null ? id : lockCurrentCompany(tx, row.mergedInto);
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns true if administrators have as many proposals to decide as they can, or the author has proposed too many within a day.
 * Times are those of the server, because the author controls the times of the device.
 */
async function isBeyondProposalLimits(tx: Transaction, { authorId, receivedAt }: Proposer): Promise<boolean> {
  const { is_active, is_proposed, proposedBy, createdAt } = companies;
  const [undecided] = await tx
    .select({ rows: count() })
    .from(companies)
    .where(and(eq(is_proposed, true), eq(is_active, true)));
  const [recent] = await tx
    .select({ rows: count() })
    .from(companies)
    .where(and(eq(proposedBy, authorId), gt(createdAt, new Date(receivedAt.getTime() - DAY_MS))));
  return (
    (undecided?.rows ?? 0) >= UNDECIDED_PROPOSALS_MAX ||
    (recent?.rows ?? 0) >= PROPOSALS_OF_AUTHOR_PER_DAY_MAX
  );
}

/**
 * Creates the company, or returns the active company with its NIT. If only an inactive company has the NIT, the new company gets
 * a code without it and an administrator decides, because the patient has left and the registration must not fail. For the same
 * reason a proposal beyond the limits is stored inactive, so that it is in no list of reception.
 */
async function createProposedCompany(
  tx: Transaction,
  { id, name, nit }: ProposedCompany,
  by: Proposer,
): Promise<string> {
  const isNit = nit !== null && possibleNitNumbers(nit).length > 0;
  const same = isNit ? await findCompaniesWithNit(tx, nit) : [];
  const used = same.find(({ isActive }) => isActive);
  // An administrator may merge the company at this moment.
  if (used) return (await lockCurrentCompany(tx, used.id)) ?? used.id;
  const code =
    isNit && same.length === 0 ? companyDefinition.fields.code.input.parse(nit) : codeWithoutNit(id);
  await tx.insert(companies).values({
    id,
    code,
    name,
    is_active: !(await isBeyondProposalLimits(tx, by)),
    is_proposed: true,
    proposed_nit: nit,
    proposedBy: by.authorId,
    proposedAt: by.capturedAt,
  });
  return id;
}

async function resolveCompany(
  tx: Transaction,
  id: string,
  proposal: ProposedCompany | undefined,
  by: Proposer,
): Promise<{ readonly id: string; readonly isCreated: boolean }> {
  const existing = await lockCurrentCompany(tx, id);
  if (existing !== null || !proposal) return { id: existing ?? id, isCreated: false };
  if (!hasAnyPermission(by.sender, 'register_patients'))
    throw fieldError({
      field: 'proposed_companies',
      message: 'Solo recepción propone empresas. Elige otra.',
    });
  // Two devices may send one proposal at the same time.
  await takeTableAdvisoryLock(tx, companies);
  const known = await lockCurrentCompany(tx, id);
  const used = known ?? (await createProposedCompany(tx, { ...proposal, id }, by));
  return { id: used, isCreated: known === null && used === id };
}

/** Adds the names of the companies, so that a device shows them before its next refresh. */
async function describeReplacements(
  tx: Transaction,
  used: ReadonlyMap<string, string>,
): Promise<ReplacedCompanies> {
  const replaced = [...used].filter(([id, company]) => id !== company);
  if (replaced.length === 0) return [];
  const ids = replaced.map(([, company]) => company);
  const rows = await tx
    .select({ company_id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids));
  return replaced.flatMap(([proposed_id, company]) =>
    rows.flatMap((row) => (row.company_id === company ? [{ proposed_id, ...row }] : [])),
  );
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
    replaced: await describeReplacements(tx, used),
    entries,
  };
}
