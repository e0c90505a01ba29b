import { isDoubtfulRejection } from '#domain/outbox/outcome.ts';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import type { ApiResponse } from '#network/response.ts';

/**
 * Returns true if the server itself reports that the record does not exist. A 404 without a message may come from a gateway
 * that does not reach the server.
 */
export const isNotFoundResponse = (response: ApiResponse<unknown>): boolean =>
  response.type === 'error' &&
  response.refusal.status === 404 &&
  response.refusal.code !== CALL_UNKNOWN_CODE &&
  !isDoubtfulRejection(response);
