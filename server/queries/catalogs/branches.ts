import { type SQL, and, eq } from 'drizzle-orm';
import { type Actor, hasPermission } from '../../access/actor.ts';
import type { Executor } from '../../database/connection/client.ts';
import { branches } from '../../database/tables/catalogs.ts';

async function isActiveBranch(db: Executor, branchId: string): Promise<boolean> {
  const rows = await db
    .select({ id: branches.id })
    .from(branches)
    .where(and(eq(branches.id, branchId), eq(branches.isActive, true)));
  return rows.length > 0;
}

/**
 * Returns true when the user may act for the branch: it is the user's own branch or, with user_management, any active branch.
 */
export async function mayActFor(db: Executor, actor: Actor, branchId: string): Promise<boolean> {
  if (branchId === actor.homeBranchId) return true;
  return hasPermission(actor, 'user_management') && (await isActiveBranch(db, branchId));
}

/** Returns the storage path and the hash of a branch's logo; null if the branch has no logo. */
export async function findLogo(
  db: Executor,
  branchId: string,
): Promise<{ readonly path: string; readonly hash: string } | null> {
  const [row] = await db
    .select({ path: branches.logoPath, hash: branches.logoHash })
    .from(branches)
    .where(eq(branches.id, branchId));
  if (!row || row.path === null || row.hash === null) return null;
  return { path: row.path, hash: row.hash };
}

export const companyBranchesCondition = (companyId: string | undefined): SQL | undefined =>
  companyId === undefined ? undefined : eq(branches.companyId, companyId);
