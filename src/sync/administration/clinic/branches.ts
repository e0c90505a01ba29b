import type { Branch } from '#contract/catalogs/branches.ts';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { NoServerResponseCause } from '#domain/outbox/item.ts';
import { readAccount, expireSession, updateAccountAndOpenSession } from '#storage/account/accounts.ts';
import { recordBranchChoiceDismissed } from '#storage/account/branch-offer.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { refreshBranding } from './branding.ts';
import { toListQuery } from '../../api/list-query.ts';
import { apiClient } from '../../api/api-client.ts';
import { saveResultOf, type SaveResult } from '../../requests/saving.ts';
import { revalidateSession } from '../../session/session.ts';

/**
 * Returns at most a hundred active branches that match the text, sorted by name (P7).
 * @throws Unreachable, Rejected
 */
export async function findActiveBranches(query: string): Promise<{ items: Branch[]; total: number }> {
  const response = await sendRequest('listBranches', {
    query: toListQuery({ search: query, page: 1, size: PAGE_SIZE_MAX }),
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return { items: response.body.items, total: response.body.total_count };
}

export type BranchChangeOutcome =
  | Exclude<SaveResult<null>, { type: 'saved' | 'stale' }>
  | { readonly type: 'changed' };

async function finishBranchChange(): Promise<BranchChangeOutcome> {
  await recordBranchChoiceDismissed(); // The user has chosen a branch or the global mode, so the app does not prompt for a branch again.
  await refreshBranding();
  return { type: 'changed' };
}

/** Reads the session after a choice of branch got no response, to find out whether the branch changed. */
async function resolveUncertainBranchChange(
  branchId: string | null,
  cause: NoServerResponseCause,
): Promise<BranchChangeOutcome> {
  await revalidateSession();
  return (await readAccount())?.branchId === branchId ? finishBranchChange() : { type: 'unreachable', cause };
}

/**
 * Sets the active branch of the session; null sets the global mode. Resolves after the device was updated. Entries confirmed
 * for another branch are still sent for that branch (S14).
 */
export async function setActiveBranch(branchId: string | null): Promise<BranchChangeOutcome> {
  const account = await readAccount();
  // Unless the session is open, its cookie may belong to another user (D2).
  if (account?.gate !== 'open') return { type: 'session_ended' };
  const result = saveResultOf(await apiClient.call('setActiveBranch', { body: { branch_id: branchId } }));
  switch (result.type) {
    case 'saved':
      await updateAccountAndOpenSession(result.body);
      return finishBranchChange();
    case 'session_ended':
      await expireSession(account.userId);
      return result;
    case 'refused':
      // The server may have revoked the permission since the branch list was opened.
      if (result.refusal.status === 403) await revalidateSession();
      return result;
    case 'stale':
      return resolveUncertainBranchChange(branchId, 'no_answer');
    case 'unreachable':
      return resolveUncertainBranchChange(branchId, result.cause);
  }
}
