import type { Branch, OwnBranchBody, SigningRuleBody } from '#contract/records/branches.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { ifUnchanged, resultOf, type SaveResult } from '../requests/saving.ts';

/**
 * Returns the branch that the session acts for; it is never stored on the device.
 * @throws Unreachable, Rejected
 */
export async function fetchOwnBranch(): Promise<Branch> {
  const response = await ask('ownBranch');
  if (response.type !== 'ok') throw failureOf(response);
  return response.body;
}

/** Sets which users may sign as which doctor in the branch. `read`: the branch as it was when the change was begun. */
export const setSigningRule = async (read: Branch, body: SigningRuleBody): Promise<SaveResult<Branch>> =>
  resultOf(await ask('setSigningRule', { body, headers: ifUnchanged(read) }));

/** Updates the session's own branch. `read`: the branch as it was when the change was begun. */
export const updateOwnBranch = async (read: Branch, body: OwnBranchBody): Promise<SaveResult<Branch>> =>
  resultOf(await ask('updateOwnBranch', { body, headers: ifUnchanged(read) }));
