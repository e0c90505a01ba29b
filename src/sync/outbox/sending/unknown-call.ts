import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { probeServer } from './probe.ts';
import type { ApiResponse } from '#network/response.ts';

/** Time for which the device does not repeat a call that the server lacks, ms. */
export const UNKNOWN_CALL_RETRY_MS = 24 * 60 * 60_000;

const UNSUPPORTED_CALL_STATUSES = new Set([404, 405, 501]);

/**
 * Returns true if the server does not offer corrections (S30). A 404 with a code is about the evaluation. A 404 without a code
 * may also come from a gateway while the server restarts, so the health check must succeed too.
 */
export const isCorrectionCallMissing = async (response: ApiResponse<unknown>): Promise<boolean> =>
  response.type === 'error' &&
  UNSUPPORTED_CALL_STATUSES.has(response.refusal.status) &&
  (response.refusal.code === null || response.refusal.code === CALL_UNKNOWN_CODE) &&
  (await probeServer()).reached;

/**
 * Returns true if the server lacks the call. A gateway sends the same response while the server restarts, so the health check
 * must succeed too; it also updates the connection state.
 */
export async function isUnknownCall(response: ApiResponse<unknown>): Promise<boolean> {
  const isOdd =
    response.type === 'error'
      ? response.refusal.status === 404 || response.refusal.status === 405
      : response.type === 'foreign';
  return isOdd && (await probeServer()).reached;
}
