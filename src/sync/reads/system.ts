import type { SystemState } from '#contract/records/system.ts';
import { sendRequest, responseError } from '../requests/api-request.ts';

/** @throws Unreachable, Rejected */
export async function fetchSystemState(): Promise<SystemState> {
  const response = await sendRequest('systemState');
  if (response.type !== 'ok') throw responseError(response);
  return response.body;
}
