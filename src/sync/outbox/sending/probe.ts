import type { ServerContactResult } from '#domain/connection-state.ts';
import { isRetryable, hasNoErrorBody } from '#domain/outbox/outcome.ts';
import type { ApiResponse } from '#network/response.ts';
import { requestHealth } from '../../api/api-client.ts';

/**
 * Returns true if a proxy responded instead of the server. Both probe calls are open to all users, so a 403 or 404 without a
 * message comes from a proxy that has lost its server or blocks requests (S6).
 */
const isErrorFromProxy = (response: ApiResponse<unknown>): boolean =>
  response.type === 'error' &&
  hasNoErrorBody(response.refusal) &&
  response.refusal.status !== 401 &&
  !isRetryable(response.refusal);

/** Checks whether the server responds, which distinguishes a connection failure from a problem of one item. */
export async function probeServer(): Promise<ServerContactResult> {
  const response = await requestHealth();
  if (response.type === 'silence') return { reached: false, cause: response.cause };
  if (response.type === 'foreign') return { reached: false, cause: 'portal' };
  // An error of the server also proves that it responds; sending the items shows what the error means for them (S8).
  return isErrorFromProxy(response) ? { reached: false, cause: 'portal' } : { reached: true };
}
