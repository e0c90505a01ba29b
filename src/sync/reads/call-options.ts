import { CallOptions } from '#contract/records/waiting-room.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createBranchResponseSource } from './branch-response.ts';

async function requestCallOptions(): Promise<CallOptions> {
  const response = await sendRequest('callOptions');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Options for calling patients in the branch: whether it has boards, and whether these show names. A server without this API
 * call has no boards.
 */
export const { fetch: fetchCallOptions, recall: readCachedCallOptions } = createBranchResponseSource({
  name: 'call-options',
  schema: CallOptions,
  ask: requestCallOptions,
  without: { has_boards: false, shows_names: false },
});
