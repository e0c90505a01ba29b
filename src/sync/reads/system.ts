import type { SystemState } from '#contract/records/system.ts';
import { ask, failureOf } from '../requests/api-request.ts';

/**
 * Returns the status of the server.
 * @throws Unreachable, Refused
 */
export async function fetchSystemState(): Promise<SystemState> {
  const answer = await ask('systemState');
  if (answer.type !== 'ok') throw failureOf(answer);
  return answer.body;
}
