import type { Session } from '#contract/records/people/auth.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { isBare } from '#domain/outbox/outcome.ts';
import * as accounts from '#storage/account/accounts.ts';
import type { Account } from '#storage/account/accounts.ts';
import { forgetPin, readPinTries } from '#storage/account/lock-pin.ts';
import { makeReportDue } from '#storage/device/device-census.ts';
import {
  recordAttempt,
  forgetDeviceKey,
  makeEmailTag,
  readDeviceKey,
  readDeviceKeyOfUser,
  unlockDeviceKey,
} from '#storage/keys/device-keys.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { provider } from '../api/provider.ts';
import type { Answer } from '../api/remote.ts';
import { signInSignature } from '../api/device-signature.ts';
import { keepHeldKey } from '../api/session-proofs.ts';
import type { Credentials } from './credentials.ts';
import { ownerHere } from './earlier-owner.ts';
import { bindOldSession, inTurn, settleSignOut } from './session.ts';
import { providedKeys, userKey } from './user-key.ts';

type NoAnswer = { readonly type: 'unreachable'; readonly cause: 'no_answer' | 'timeout' | 'portal' };

export type SignInResult =
  | { readonly type: 'signed_in'; readonly account: Account }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly message: string;
      readonly statusText?: string | undefined;
      readonly requestId?: string | undefined;
      /** Of the fields that were sent, by the wire's names. */
      readonly details?: readonly FieldProblem[];
    }
  | NoAnswer
  /** Without network: passwords are tried again after so many milliseconds (D2). */
  | { readonly type: 'wait'; readonly ms: number }
  /** What lies sealed here opens with the password that was changed elsewhere, and with no other (D2). */
  | { readonly type: 'locked' }
  /** Somebody left or came on this device while it was under way. */
  | { readonly type: 'overtaken' }
  | { readonly type: 'storage'; readonly problem: StorageProblem };

/** What the provider, or its absence, said instead. */
export type SignInFailure = Extract<SignInResult, { type: 'refused' | 'unreachable' }>;

type Failed = Exclude<Answer<unknown>, { type: 'ok' }>;

export function failure(answer: Failed): SignInFailure {
  switch (answer.type) {
    case 'error': {
      const { details, ...said } = answer.refusal;
      return { type: 'refused', ...said, ...(details.length > 0 && { details }) };
    }
    case 'silence':
      return { type: 'unreachable', cause: answer.cause };
    case 'foreign':
    case 'not_modified':
      return { type: 'unreachable', cause: 'portal' };
  }
}

/** A PIN was set with the password of then: whoever has changed that since sets another. */
async function forgetOldPin(ownerId: string, { password }: Credentials): Promise<void> {
  if ((await readPinTries(ownerId)) === null) return;
  const copy = await readDeviceKeyOfUser(ownerId);
  if (!copy || !(await unlockDeviceKey(copy, password))) await forgetPin(ownerId);
}

const presentUser = async (): Promise<string | null> => (await accounts.readPresence())?.userId ?? null;

/** The session becomes this device's, with the user's data key (D2). `typed`: null for a session that is taken up. */
async function enter(
  session: Session,
  typed: Credentials | null,
  before: string | null,
): Promise<SignInResult> {
  const email = typed?.email ?? session.email ?? null;
  const named = await accounts.ownerIdOf(session, email);
  const tag = email === null ? null : await makeEmailTag(email);
  const ownerId = named === null ? null : await ownerHere(named, tag, typed);
  if (ownerId === null) return { type: 'locked' };
  const key = await userKey(ownerId, tag, typed);
  if (key.type === 'locked') return key;
  if (key.type !== 'held') return failure(key);
  if (typed) await forgetOldPin(ownerId, typed);
  const provided = ownerId === named ? null : await providedKeys();
  const account = await accounts.enterAccount(ownerId, session, email, { ...key.held, before, provided });
  if (!account) {
    await settleSignOut();
    return { type: 'overtaken' };
  }
  await keepHeldKey();
  // The server may have come back from an older copy, which ended the session (S29).
  await makeReportDue();
  requestDrain('signed_in');
  return { type: 'signed_in', account };
}

/** A device that keeps nothing signs nobody in; the screen says why (S20). */
async function unlessStorageFails(work: () => Promise<SignInResult>): Promise<SignInResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}

const serializeSignIn = (work: () => Promise<SignInResult>): Promise<SignInResult> =>
  inTurn(() => unlessStorageFails(work));

/**
 * A call that answers with a session makes it this device's; another user's key leaves the device. `credentials` as they
 * hold after the call.
 */
export const openSession = (
  call: () => Promise<Answer<Session>>,
  credentials: Credentials,
): Promise<SignInResult> =>
  serializeSignIn(async () => {
    const before = await presentUser();
    const answer = await call();
    return answer.type === 'ok' ? enter(answer.body, credentials, before) : failure(answer);
  });

/** Someone stands at the desk: where the device can answer by itself, it does after so long. */
const LOGIN_TIMEOUT_MS = 6_000;

/** By which a provider may refuse a sign-in without a word. */
const JUDGES_SIGN_IN = new Set([400, 401, 403, 422, 429]);

/**
 * Nobody has looked at the password: no answer, a portal's, or that of a gateway or provider that does not work. A bare
 * 404 is a gateway's that has no provider to ask.
 */
const isUnjudged = (answer: Failed): boolean =>
  answer.type !== 'error' ||
  answer.refusal.status >= 500 ||
  (isBare(answer.refusal) && !JUDGES_SIGN_IN.has(answer.refusal.status));

/** The password is right and the account suspended: it must not open this device by pulling the cable. */
const isShutOut = (answer: Failed): boolean =>
  answer.type === 'error' && answer.refusal.code === 'account_inactive';

/** D2 b: the password opens what an earlier sign-in left here. Nothing is sent until the provider has confirmed it. */
async function signInOffline(
  copy: DeviceKeyRow,
  password: string,
  before: string | null,
): Promise<SignInResult> {
  const ms = await recordAttempt(copy.id, Date.now());
  if (ms > 0) return { type: 'wait', ms };
  const keys = await unlockDeviceKey(copy, password);
  if (!keys) return { type: 'refused', status: 401, code: 'invalid_credentials', message: '' };
  const account = await accounts.enterOffline(copy, keys, before);
  return account ? { type: 'signed_in', account } : { type: 'overtaken' };
}

/**
 * Signs in at the provider, for the first time or in place of an ended session (S9). Where the provider cannot be asked
 * and nobody is signed in here, the device's copy of the key decides. `previous`: the password before the present one,
 * after `locked`.
 */
export const signIn = (email: string, password: string, previous?: string): Promise<SignInResult> =>
  serializeSignIn(async () => {
    const before = await presentUser();
    const copy = await readDeviceKey(await makeEmailTag(email));
    const wayIn = (await accounts.readPresence()) ? null : copy;
    const answer = await provider.call('login', {
      body: { email, password },
      headers: await signInSignature(),
      ...(wayIn && { timeoutMs: LOGIN_TIMEOUT_MS }),
    });
    if (answer.type === 'ok') return enter(answer.body, { email, password, previous }, before);
    if (wayIn && isUnjudged(answer)) return signInOffline(wayIn, password, before);
    if (copy?.origin === 'provider' && isShutOut(answer)) {
      await forgetDeviceKey(copy.id);
      await forgetPin(copy.userId);
    }
    return failure(answer);
  });

/**
 * Who is signed in when the app starts: the device's account at once, with or without network; otherwise whoever the
 * cookie stands for. Not somebody who signed out here while the provider could not be told.
 */
export async function resumeSession(): Promise<Account | null> {
  const account = await accounts.readAccount();
  if (account) return account;
  if (!(await inTurn(settleSignOut))) return null;
  const before = await presentUser();
  const answer = await provider.call('me');
  if (answer.type !== 'ok') return null;
  await bindOldSession(answer.body);
  const entered = await unlessStorageFails(() => enter(answer.body, null, before));
  return entered.type === 'signed_in' ? entered.account : null;
}
