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

/** The active branches that match, by name; a hundred of them at most (P7). @throws Unreachable, Refused */
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

/** The device follows its session: account first, then the branch's name and logo. */
async function follow(): Promise<BranchChange> {
  await noteBranchOffered(); // Whoever chose none is not asked again.
  await refreshBranding();
  return { type: 'changed' };
}

/** The answer was lost, or never came about: only the session itself can tell. */
async function settle(branchId: string | null, cause: SilenceCause): Promise<BranchChange> {
  await revalidateSession();
  return (await readAccount())?.branchId === branchId ? follow() : { type: 'unreachable', cause };
}

/**
 * Makes the branch the session's, or none ('global mode'). The device follows before this answers. What was confirmed
 * for another branch still goes there (S14).
 */
export async function setActiveBranch(branchId: string | null): Promise<BranchChange> {
  const account = await readAccount();
  // The cookie may be anybody's (D2).
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
      // The permission may have gone while the choice was open.
      if (result.refusal.status === 403) await revalidateSession();
      return result;
    case 'stale':
      return settle(branchId, 'no_answer');
    case 'unreachable':
      return settle(branchId, result.cause);
  }
}
