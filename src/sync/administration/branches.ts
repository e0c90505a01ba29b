import type { Branch } from '#contract/records/branches.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { SilenceCause } from '#domain/outbox/item.ts';
import { readAccount, closeGate, updateAccount } from '#storage/account/accounts.ts';
import { noteBranchOffered } from '#storage/account/branch-offer.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { refreshBranding } from './branding.ts';
import { listQuery } from '../api/list-query.ts';
import { provider } from '../api/provider.ts';
import { resultOf, type SaveResult } from '../requests/saving.ts';
import { revalidateSession } from '../session/session.ts';

/**
 * Returns the active branches that match, by name; at most a hundred (P7).
 * @throws Unreachable, Refused
 */
export async function findActiveBranches(query: string): Promise<{ items: Branch[]; total: number }> {
  const answer = await ask('listBranches', {
    query: listQuery({ search: query, page: 1, size: PAGE_SIZE_MAX }),
  });
  if (answer.type !== 'ok') throw failureOf(answer);
  return { items: answer.body.items, total: answer.body.total_count };
}

export type BranchChange =
  | Exclude<SaveResult<null>, { type: 'saved' | 'stale' }>
  | { readonly type: 'changed' };

/** Updates the device after the session: account first, then the branch's name and logo. */
async function follow(): Promise<BranchChange> {
  await noteBranchOffered(); // A user who chose no branch is not prompted again.
  await refreshBranding();
  return { type: 'changed' };
}

/** Reads the session after a missing response, because only the session shows whether the branch changed. */
async function settle(branchId: string | null, cause: SilenceCause): Promise<BranchChange> {
  await revalidateSession();
  return (await readAccount())?.branchId === branchId ? follow() : { type: 'unreachable', cause };
}

/**
 * Sets the branch of the session, or none ('global mode'). The device is updated before this returns. Entries confirmed for
 * another branch still go there (S14).
 */
export async function setActiveBranch(branchId: string | null): Promise<BranchChange> {
  const account = await readAccount();
  // The cookie may belong to another user (D2).
  if (account?.gate !== 'open') return { type: 'session_ended' };
  const result = resultOf(await provider.call('setActiveBranch', { body: { branch_id: branchId } }));
  switch (result.type) {
    case 'saved':
      await updateAccount(result.body);
      return follow();
    case 'session_ended':
      await closeGate(account.userId);
      return result;
    case 'refused':
      // The permission may have been revoked while the choice was open.
      if (result.refusal.status === 403) await revalidateSession();
      return result;
    case 'stale':
      return settle(branchId, 'no_answer');
    case 'unreachable':
      return settle(branchId, result.cause);
  }
}
