import type { SystemState } from '#contract/records/system.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';

/** @throws Unreachable, Rejected */
export async function fetchSystemState(): Promise<SystemState> {
  const response = await sendRequest('systemState');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}
