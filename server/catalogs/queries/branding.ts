import { eq } from 'drizzle-orm';
import type { Branding } from '#contract/records/branding.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, companies } from '../../schema/catalogs.ts';
import { readAuthorisationInForce } from './authorisation-text.ts';

const EMPTY_BRANDING: Branding = { branch_id: null, branch_name: null, company_name: null };

/** Returns the branch's name, address and logo, and the text that patients sign there. All values are null without a branch. */
export async function readBranding(db: Executor, branchId: string | null): Promise<Branding> {
  if (branchId === null) return EMPTY_BRANDING;
  const [row] = await db
    .select({ branch: branches, companyName: companies.name })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.company_id))
    .where(eq(branches.id, branchId));
  if (!row) return EMPTY_BRANDING;
  const { branch, companyName } = row;
  return {
    branch_id: branch.id,
    branch_name: branch.name,
    company_name: companyName,
    address: branch.address,
    contact_email: branch.contact_email,
    contact_phone: branch.contact_phone,
    contact_website: branch.contact_website,
    contact_address: branch.contact_address,
    has_logo: branch.logo_path !== null,
    logo_hash: branch.logo_hash,
    authorisation: await readAuthorisationInForce(db),
  };
}
