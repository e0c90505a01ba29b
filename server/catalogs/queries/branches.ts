import { type SQL, and, eq } from 'drizzle-orm';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches } from '../../schema/catalogs.ts';

async function isActiveBranch(db: Executor, branchId: string): Promise<boolean> {
  const rows = await db
    .select({ id: branches.id })
    .from(branches)
    .where(and(eq(branches.id, branchId), eq(branches.is_active, true)));
  return rows.length > 0;
}

/** Returns true when the user may act for the branch: the user's own branch or, with user_management, any active branch. */
export async function mayActForBranch(db: Executor, actor: Actor, branchId: string): Promise<boolean> {
  if (branchId === actor.homeBranchId) return true;
  return hasAnyPermission(actor, 'user_management') && (await isActiveBranch(db, branchId));
}

/** Returns the storage path and the hash of a branch's logo; null if the branch has no logo. */
export async function findLogoFile(
  db: Executor,
  branchId: string,
): Promise<{ readonly path: string; readonly hash: string } | null> {
  const [row] = await db
    .select({ path: branches.logo_path, hash: branches.logo_hash })
    .from(branches)
    .where(eq(branches.id, branchId));
  if (!row || row.path === null || row.hash === null) return null;
  return { path: row.path, hash: row.hash };
}

export const companyBranchesCondition = (company_id: string | undefined): SQL | undefined =>
  company_id === undefined ? undefined : eq(branches.company_id, company_id);
