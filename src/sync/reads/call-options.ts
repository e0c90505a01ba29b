import { CallOptions } from '#contract/records/waiting-room.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createBranchResponseSource } from './branch-response.ts';

async function requestCallOptions(): Promise<CallOptions> {
  const response = await sendRequest('callOptions');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/** Options for calls in the branch. A server without this call has no boards. */
export const { fetch: fetchCallOptions, recall: readCachedCallOptions } = createBranchResponseSource({
  name: 'call-options',
  schema: CallOptions,
  ask: requestCallOptions,
  without: { has_boards: false, shows_names: false },
});
