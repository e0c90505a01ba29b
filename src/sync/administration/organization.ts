import type { Branch, OwnBranchBody, SigningRuleBody } from '#contract/records/branches.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { ifUnchanged, resultOf, type SaveResult } from '../requests/saving.ts';

/** The branch that the session acts for; never kept on the device. @throws Unreachable, Refused */
export async function fetchOwnBranch(): Promise<Branch> {
  const answer = await ask('ownBranch');
  if (answer.type !== 'ok') throw failureOf(answer);
  return answer.body;
}

/** Sets who may sign as which doctor in the branch. `read`: as below. */
export const setSigningRule = async (read: Branch, body: SigningRuleBody): Promise<SaveResult<Branch>> =>
  resultOf(await ask('setSigningRule', { body, headers: ifUnchanged(read) }));

/** `read`: the branch as it was when the change was begun. */
export const updateOwnBranch = async (read: Branch, body: OwnBranchBody): Promise<SaveResult<Branch>> =>
  resultOf(await ask('updateOwnBranch', { body, headers: ifUnchanged(read) }));
