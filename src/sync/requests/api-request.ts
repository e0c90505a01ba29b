import type { RouteName } from '#contract/routes/routes.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { isDoubtful } from '#domain/outbox/outcome.ts';
import type { BodyOf, Bytes, CallInput } from '#network/client.ts';
import { closeGate, readPresence } from '#storage/account/accounts.ts';
import { callProvider, callProviderForBytes, type Answer } from '../api/remote.ts';
import { revalidateSession } from '../session/session.ts';

/** The provider could not be asked; whatever lies on the device is still there. */
export class Unreachable extends Error {
  readonly reason: 'no_answer' | 'timeout' | 'portal';
  constructor(reason: Unreachable['reason']) {
    super(`the provider is unreachable: ${reason}`);
    this.name = 'Unreachable';
    this.reason = reason;
  }
}

/** The provider said no. `status` and `refusal.code` are for programs, `refusal.message` for people. */
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

/** S9: a screen that reads or saves finds out too that the session has ended. */
async function noteEndedSession(answer: Answer<unknown>): Promise<void> {
  if (answer.type !== 'error' || answer.refusal.status !== 401) return;
  const account = await readPresence();
  if (account) await closeGate(account.userId);
}

/** A permission or branch was taken away while the screen was open: the account follows, and with it the navigation. */
async function noteLostPermission(answer: Answer<unknown>): Promise<void> {
  if (answer.type === 'error' && answer.refusal.status === 403) await revalidateSession();
}

async function noteRefusal(answer: Answer<unknown>): Promise<void> {
  await noteEndedSession(answer);
  await noteLostPermission(answer);
}

/**
 * D2: whoever came in without network asks for nothing until the provider has confirmed it. The browser may still hold
 * the cookie of whoever was here before.
 */
const isUnconfirmed = async (): Promise<boolean> => (await readPresence())?.gate === 'offline';
const NOT_ASKED = { type: 'silence', cause: 'no_answer' } as const;

type Askable = Parameters<typeof callProvider>[0];

/** A call of a screen; a 401 closes the gate, a 403 has the account read anew. */
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

/** The error that stands for an answer without what was asked for. */
export function failureOf(answer: Exclude<Answer<unknown>, { type: 'ok' }>): Unreachable | Refused {
  switch (answer.type) {
    case 'error':
      // A 404 without a word may be a gateway's that has no provider to ask: what is kept here is shown.
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
