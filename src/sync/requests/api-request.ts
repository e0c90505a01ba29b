import type { Rejection } from '#domain/outbox/item.ts';
import { isDoubtfulRejection } from '#domain/outbox/outcome.ts';
import { createApiClient } from '#network/client.ts';
import { expireSession, readSignedInState } from '#storage/account/accounts.ts';
import type { ApiResponse } from '#network/response.ts';
import { type ScreenCall, transport } from '../api/api-client.ts';
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

/**
 * A 401 expires the session. A 403 refreshes the account, because the user may have lost a permission or the branch; the
 * navigation shows the new permissions.
 */
async function syncSessionOnRejection({ status }: Rejection): Promise<void> {
  const account = status === 401 ? await readSignedInState() : null;
  if (account) await expireSession(account.userId);
  if (status === 403) await revalidateSession();
}

/**
 * Returns true after an offline sign-in that the server has not confirmed (D2). No request may be sent then, because the
 * browser may still have the previous user's cookie.
 */
const isSessionUnconfirmed = async (): Promise<boolean> => (await readSignedInState())?.gate === 'offline';

/** Calls of screens. */
export const { call: sendRequest, callBytes: requestBytes } = createApiClient<ScreenCall>(transport, {
  isClosed: isSessionUnconfirmed,
  onRejection: syncSessionOnRejection,
});

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
