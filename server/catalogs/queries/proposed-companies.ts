import { asc, count, desc, eq } from 'drizzle-orm';
import { PROPOSED_COMPANIES_LIST_MAX, type ProposedCompanyList } from '#contract/catalogs/companies.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';
import { catalogs } from './catalogs.ts';

/**
 * Returns the companies that wait for an administrator's decision, in the order of their arrival, because the device's clock
 * determines the time of a proposal. Inactive ones come last: an administrator deactivated them, or they exceeded a limit.
 */
export async function listProposedCompanies(db: Executor): Promise<ProposedCompanyList> {
  const isUndecided = eq(companies.is_proposed, true);
  const rows = await db
    .select()
    .from(companies)
    .where(isUndecided)
    .orderBy(desc(companies.is_active), asc(companies.createdAt), companies.id)
    .limit(PROPOSED_COMPANIES_LIST_MAX);
  const [total] = await db.select({ rows: count() }).from(companies).where(isUndecided);
  return {
    items: rows.map((row) => catalogs.companies.toItem(row as never)),
    total_count: total?.rows ?? 0,
  };
}
