import type { Rejection } from '#domain/outbox/item.ts';
import { isDoubtfulRejection } from '#domain/outbox/outcome.ts';
import type { ResponseBodyOf, FileResponse, CallInput } from '#network/client.ts';
import { expireSession, readPresence } from '#storage/account/accounts.ts';
import type { ApiResponse } from '#network/response.ts';
import { type ScreenCall, callServer, callServerForBytes } from '../api/api-client.ts';
import { revalidateSession } from '../session/session.ts';

/** Error for a request without a response. */
export class Unreachable extends Error {
  readonly reason: 'no_answer' | 'timeout' | 'portal';
  constructor(reason: Unreachable['reason']) {
    super(`the provider is unreachable: ${reason}`);
    this.name = 'Unreachable';
    this.reason = reason;
  }
}

/** Error for a rejected request. Code uses `status` and `refusal.code`; users see `refusal.message`. */
export class Rejected extends Error {
  readonly status: number;
  readonly refusal: Rejection;
  constructor(refusal: Rejection) {
    super(`the provider refused with ${refusal.status}`);
    this.name = 'Rejected';
    this.status = refusal.status;
    this.refusal = refusal;
  }
}

async function expireEndedSession(response: ApiResponse<unknown>): Promise<void> {
  if (response.type !== 'error' || response.refusal.status !== 401) return;
  const account = await readPresence();
  if (account) await expireSession(account.userId);
}

/**
 * Refreshes the account after a 403, because the user may have lost a permission or the branch. The navigation shows the new
 * permissions.
 */
async function refreshAfterForbidden(response: ApiResponse<unknown>): Promise<void> {
  if (response.type === 'error' && response.refusal.status === 403) await revalidateSession();
}

async function handleRejection(response: ApiResponse<unknown>): Promise<void> {
  await expireEndedSession(response);
  await refreshAfterForbidden(response);
}

/**
 * Returns true after an offline sign-in that the server has not confirmed (D2). No request may be sent then, because the
 * browser may still have the previous user's cookie.
 */
const isSessionUnconfirmed = async (): Promise<boolean> => (await readPresence())?.gate === 'offline';
const NOT_REQUESTED_RESPONSE = { type: 'silence', cause: 'no_answer' } as const;

/** Sends a screen's request. A 401 expires the session; a 403 refreshes the account. */
export async function sendRequest<Name extends ScreenCall>(
  name: Name,
  input?: CallInput,
): Promise<ApiResponse<ResponseBodyOf<Name>>> {
  if (await isSessionUnconfirmed()) return NOT_REQUESTED_RESPONSE;
  const response = await callServer(name, input);
  await handleRejection(response);
  return response;
}

export async function requestBytes(
  ...call: Parameters<typeof callServerForBytes>
): Promise<ApiResponse<FileResponse>> {
  if (await isSessionUnconfirmed()) return NOT_REQUESTED_RESPONSE;
  const response = await callServerForBytes(...call);
  await handleRejection(response);
  return response;
}

export function toResponseError(
  response: Exclude<ApiResponse<unknown>, { type: 'ok' }>,
): Unreachable | Rejected {
  switch (response.type) {
    case 'error':
      // A 404 without a message may come from a gateway that does not reach the server. It counts as unreachable, so that the
      // screen keeps the cached data.
      return response.refusal.status === 404 && isDoubtfulRejection(response)
        ? new Unreachable('portal')
        : new Rejected(response.refusal);
    case 'silence':
      return new Unreachable(response.cause);
    case 'foreign':
    case 'not_modified':
      return new Unreachable('portal');
  }
}
