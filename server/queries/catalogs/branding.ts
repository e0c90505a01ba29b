import { eq } from 'drizzle-orm';
import type { Authorisation, Branding } from '#contract/records/branding.ts';
import type { Executor } from '../../database/connection/client.ts';
import { branches, companies } from '../../database/tables/catalogs.ts';

const WITHOUT_BRANCH: Branding = { branch_id: null, branch_name: null, company_name: null };

/** Returns the branch's name, address and logo, and the text that patients sign there. All values are null without a branch. */
export async function findBranding(
  db: Executor,
  branchId: string | null,
  authorisation: Authorisation | null,
): Promise<Branding> {
  if (branchId === null) return WITHOUT_BRANCH;
  const [row] = await db
    .select({ branch: branches, companyName: companies.name })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.companyId))
    .where(eq(branches.id, branchId));
  if (!row) return WITHOUT_BRANCH;
  const { branch, companyName } = row;
  return {
    branch_id: branch.id,
    branch_name: branch.name,
    company_name: companyName,
    address: branch.address,
    contact_email: branch.contactEmail,
    contact_phone: branch.contactPhone,
    contact_website: branch.contactWebsite,
    contact_address: branch.contactAddress,
    has_logo: branch.logoPath !== null,
    logo_hash: branch.logoHash,
    authorisation,
  };
}
