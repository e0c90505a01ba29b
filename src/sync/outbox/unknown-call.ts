import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { probe } from './probe.ts';
import type { ApiResponse } from '../api/remote.ts';

/** Time in milliseconds for which a server is not requested again for a call that it does not have. */
export const UNKNOWN_CALL_MS = 24 * 60 * 60_000;

const UNSUPPORTED_CALLS = new Set([404, 405, 501]);

/**
 * Returns whether the server lacks the call for corrections (S30): a 404 of the server itself about the evaluation has a code.
 * A gateway in place of a restarting server responds the same, but then the health check gets no response either.
 */
export const isCorrectionCallMissing = async (response: ApiResponse<unknown>): Promise<boolean> =>
  response.type === 'error' &&
  UNSUPPORTED_CALLS.has(response.refusal.status) &&
  (response.refusal.code === null || response.refusal.code === CALL_UNKNOWN_CODE) &&
  (await probe()).reached;

/**
 * Returns whether the server lacks this call. A gateway responds the same to every call while the server restarts: the health
 * check distinguishes the two, and corrects the connection state that the response caused.
 */
export async function isUnknownCall(response: ApiResponse<unknown>): Promise<boolean> {
  const isOdd =
    response.type === 'error'
      ? response.refusal.status === 404 || response.refusal.status === 405
      : response.type === 'foreign';
  return isOdd && (await probe()).reached;
}
