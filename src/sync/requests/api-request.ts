import type { RouteName } from '#contract/routes/routes.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { isDoubtful } from '#domain/outbox/outcome.ts';
import type { BodyOf, Bytes, CallInput } from '#network/client.ts';
import { closeGate, readPresence } from '#storage/account/accounts.ts';
import { callProvider, callProviderForBytes, type Answer } from '../api/remote.ts';
import { revalidateSession } from '../session/session.ts';

/** The server did not respond; data on the device is unaffected. */
export class Unreachable extends Error {
  readonly reason: 'no_answer' | 'timeout' | 'portal';
  constructor(reason: Unreachable['reason']) {
    super(`the provider is unreachable: ${reason}`);
    this.name = 'Unreachable';
    this.reason = reason;
  }
}

/** The server rejected the request. `status` and `refusal.code` are for programs, `refusal.message` for users. */
export class Refused extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`the provider refused with ${refusal.status}`);
    this.name = 'Refused';
    this.status = refusal.status;
    this.refusal = refusal;
  }
}

/** Expires the session on a 401, also when a screen only reads or saves (S9). */
async function noteEndedSession(answer: Answer<unknown>): Promise<void> {
  if (answer.type !== 'error' || answer.refusal.status !== 401) return;
  const account = await readPresence();
  if (account) await closeGate(account.userId);
}

/**
 * Refreshes the account on a 403: a permission or branch may have been removed while the screen was open. The navigation
 * follows the account.
 */
async function noteLostPermission(answer: Answer<unknown>): Promise<void> {
  if (answer.type === 'error' && answer.refusal.status === 403) await revalidateSession();
}

async function noteRefusal(answer: Answer<unknown>): Promise<void> {
  await noteEndedSession(answer);
  await noteLostPermission(answer);
}

/**
 * Returns true after an offline sign-in that the server has not confirmed yet (D2). Requests are then not sent, because the
 * browser may still hold the cookie of the previous user.
 */
const isUnconfirmed = async (): Promise<boolean> => (await readPresence())?.gate === 'offline';
const NOT_ASKED = { type: 'silence', cause: 'no_answer' } as const;

type Askable = Parameters<typeof callProvider>[0];

/** Sends a call of a screen. A 401 expires the session; a 403 refreshes the account. */
export async function ask<Name extends Askable & RouteName>(
  name: Name,
  input?: CallInput,
): Promise<Answer<BodyOf<Name>>> {
  if (await isUnconfirmed()) return NOT_ASKED;
  const answer = await callProvider(name, input);
  await noteRefusal(answer);
  return answer;
}

export async function askForBytes(...call: Parameters<typeof callProviderForBytes>): Promise<Answer<Bytes>> {
  if (await isUnconfirmed()) return NOT_ASKED;
  const answer = await callProviderForBytes(...call);
  await noteRefusal(answer);
  return answer;
}

/** Returns the error for a response without the requested content. */
export function failureOf(answer: Exclude<Answer<unknown>, { type: 'ok' }>): Unreachable | Refused {
  switch (answer.type) {
    case 'error':
      // A 404 without an error body may come from a gateway that cannot reach the server, so the screen shows the copy on the
      // device.
      return answer.refusal.status === 404 && isDoubtful(answer)
        ? new Unreachable('portal')
        : new Refused(answer.refusal);
    case 'silence':
      return new Unreachable(answer.cause);
    case 'foreign':
    case 'not_modified':
      return new Unreachable('portal');
  }
}
