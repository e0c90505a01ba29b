import type { CreatedWaitingBoard, WaitingBoard, WaitingBoardBody } from '#contract/records/waiting-room.ts';
import { sendRequest, toResponseError } from '../../requests/api-request.ts';
import { saveResultOf, type SaveResult } from '../../requests/saving.ts';

/**
 * Returns the waiting-room screens of the branch. The device does not store them.
 * @throws Unreachable, Rejected
 */
export async function fetchWaitingBoards(): Promise<readonly WaitingBoard[]> {
  const response = await sendRequest('listWaitingBoards');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body.items;
}

/** Creates a board; only this response contains the token of its link. */
export const createWaitingBoard = async (body: WaitingBoardBody): Promise<SaveResult<CreatedWaitingBoard>> =>
  saveResultOf(await sendRequest('createWaitingBoard', { body }));

export const revokeWaitingBoard = async (id: string): Promise<SaveResult<WaitingBoard>> =>
  saveResultOf(await sendRequest('revokeWaitingBoard', { params: { id } }));

/** Returns the link of a board. The token is in the fragment, which browsers do not send. */
export const waitingBoardLink = (origin: string, token: string): string => `${origin}/board#${token}`;
