import type { Branch, OwnBranchBody } from '#contract/records/branches.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { ifUnchanged, resultOf, type SaveResult } from '../requests/saving.ts';

/** The branch that the session acts for; never kept on the device. @throws Unreachable, Refused */
export async function fetchOwnBranch(): Promise<Branch> {
  const answer = await ask('ownBranch');
  if (answer.type !== 'ok') throw failureOf(answer);
  return answer.body;
}

/** Whether a doctor of the branch is signed for by their own user alone. `read`: as below. */
export const setSigningRule = async (read: Branch, isOwnOnly: boolean): Promise<SaveResult<Branch>> =>
  resultOf(
    await ask('setSigningRule', { body: { own_signature_only: isOwnOnly }, headers: ifUnchanged(read) }),
  );

/** `read`: the branch as it was when the change was begun. */
export const updateOwnBranch = async (read: Branch, body: OwnBranchBody): Promise<SaveResult<Branch>> =>
  resultOf(await ask('updateOwnBranch', { body, headers: ifUnchanged(read) }));
