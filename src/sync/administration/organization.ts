import type { Branch, OwnBranchBody, SigningRuleBody } from '#contract/records/branches.ts';
import { sendRequest, responseError } from '../requests/api-request.ts';
import { ifMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

/**
 * Returns the branch that the session acts for; it is never stored on the device.
 * @throws Unreachable, Rejected
 */
export async function fetchOwnBranch(): Promise<Branch> {
  const response = await sendRequest('ownBranch');
  if (response.type !== 'ok') throw responseError(response);
  return response.body;
}

/** Sets which users may sign as which doctor in the branch. `read`: the branch as it was when the change was begun. */
export const setSigningRule = async (read: Branch, body: SigningRuleBody): Promise<SaveResult<Branch>> =>
  saveResultOf(await sendRequest('setSigningRule', { body, headers: ifMatchHeader(read) }));

/** Updates the session's own branch. `read`: the branch as it was when the change was begun. */
export const updateOwnBranch = async (read: Branch, body: OwnBranchBody): Promise<SaveResult<Branch>> =>
  saveResultOf(await sendRequest('updateOwnBranch', { body, headers: ifMatchHeader(read) }));
