import type { SystemState } from '#contract/records/system.ts';
import { ask, failureOf } from '../requests/api-request.ts';

/**
 * Returns the status of the server.
 * @throws Unreachable, Rejected
 */
export async function fetchSystemState(): Promise<SystemState> {
  const response = await ask('systemState');
  if (response.type !== 'ok') throw failureOf(response);
  return response.body;
}
