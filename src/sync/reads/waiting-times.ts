import type { WaitingTimes } from '#contract/records/waiting-room.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';

/**
 * Fetches the waits of the branch by hour; the device does not store them.
 * @throws Unreachable, Rejected
 */
export async function fetchWaitingTimes(): Promise<WaitingTimes> {
  const response = await sendRequest('waitingTimes');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}
