import type { Branch, OwnBranchBody, SigningRuleBody } from '#contract/catalogs/branches.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

/**
 * Returns the active branch. The device does not store it.
 * @throws Unreachable, Rejected
 */
export async function fetchOwnBranch(): Promise<Branch> {
  const response = await sendRequest('ownBranch');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/** Sets which users may sign as which doctor in the branch. `read`: branch on which the user's change is based. */
export const setSigningRule = async (read: Branch, body: SigningRuleBody): Promise<SaveResult<Branch>> =>
  saveResultOf(await sendRequest('setSigningRule', { body, headers: createIfMatchHeader(read) }));

/** Updates the active branch. `read`: branch on which the user's change is based. */
export const updateOwnBranch = async (read: Branch, body: OwnBranchBody): Promise<SaveResult<Branch>> =>
  saveResultOf(await sendRequest('updateOwnBranch', { body, headers: createIfMatchHeader(read) }));
