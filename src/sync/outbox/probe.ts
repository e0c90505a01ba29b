import type { ServerContact } from '#domain/connection-state.ts';
import { isRetryable, hasNoErrorBody } from '#domain/outbox/outcome.ts';
import type { ApiResponse } from '#network/response.ts';
import { requestHealth } from '../api/api-client.ts';

/**
 * Returns whether a proxy responded. Both calls are open to everyone: a bare 403 or 404 comes from a proxy that has no server
 * or blocks all requests (S6).
 */
const isOfNobody = (response: ApiResponse<unknown>): boolean =>
  response.type === 'error' &&
  hasNoErrorBody(response.refusal) &&
  response.refusal.status !== 401 &&
  !isRetryable(response.refusal);

/** Requests the server's health, to distinguish a connection problem from one of a single item. */
export async function probe(): Promise<ServerContact> {
  const response = await requestHealth();
  if (response.type === 'silence') return { reached: false, cause: response.cause };
  if (response.type === 'foreign') return { reached: false, cause: 'portal' };
  // Any error of the server itself is a response; its effect on the items is decided when they are sent (S8).
  return isOfNobody(response) ? { reached: false, cause: 'portal' } : { reached: true };
}
