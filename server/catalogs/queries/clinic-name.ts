import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, companies } from '../../schema/catalogs.ts';

const PRODUCT_NAME = 'Ventanilla';

/**
 * Returns the name of the branch's company. Without a branch, returns the name of the only company with active branches; if
 * several companies have active branches, returns the product's name.
 */
export async function clinicOrProductName(db: Executor, branchId: string | null): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct ${companies.name} as name from ${companies} join ${branches} on ${branches.company_id} = ${companies.id}
    where ${branchId === null ? branches.is_active : sql`${branches.id} = ${branchId}`} limit 2`);
  return rows.length === 1 ? (rows[0]?.name ?? PRODUCT_NAME) : PRODUCT_NAME;
}
