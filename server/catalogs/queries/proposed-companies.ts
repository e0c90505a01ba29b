import { asc, eq } from 'drizzle-orm';
import { type Company, PROPOSED_COMPANIES_LIST_MAX } from '#contract/catalogs/companies.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { companies } from '../../schema/catalogs.ts';
import { catalogs } from './catalogs.ts';

/** Returns the companies that wait for an administrator's decision, the oldest proposal first. */
export async function listProposedCompanies(db: Executor): Promise<Company[]> {
  const rows = await db
    .select()
    .from(companies)
    .where(eq(companies.is_proposed, true))
    .orderBy(asc(companies.proposedAt), companies.id)
    .limit(PROPOSED_COMPANIES_LIST_MAX);
  return rows.map((row) => catalogs.companies.toItem(row as never));
}
