import type { Session } from '#contract/records/people/auth.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { hasNoErrorBody } from '#domain/outbox/outcome.ts';
import * as accounts from '#storage/account/accounts.ts';
import type { Account } from '#storage/account/accounts.ts';
import { deletePin, readPinAttempts } from '#storage/account/lock-pin.ts';
import { makeDeviceReportDue } from '#storage/device/device-census.ts';
import {
  recordPasswordAttempt,
  deleteDeviceKey,
  makeEmailTag,
  readDeviceKey,
  readDeviceKeyOfUser,
  unlockDeviceKey,
} from '#storage/keys/device-keys.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { apiClient } from '../api/api-client.ts';
import type { ApiResponse } from '../api/remote.ts';
import { signInSignature } from '../api/device-signature.ts';
import { restoreSessionKey } from '../api/session-proofs.ts';
import type { Credentials } from './credentials.ts';
import { ownerIdOnDevice } from './earlier-owner.ts';
import { bindOldSession, inTurn, finishSignOut } from './session.ts';
import { fetchKeysFromServer, obtainUserKey } from './user-key.ts';

type NoResponse = { readonly type: 'unreachable'; readonly cause: 'no_answer' | 'timeout' | 'portal' };

export type SignInResult =
  | { readonly type: 'signed_in'; readonly account: Account }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly message: string;
      readonly statusText?: string | undefined;
      readonly requestId?: string | undefined;
      /** Problems of the sent fields, by wire name. */
      readonly details?: readonly FieldProblem[];
    }
  | NoResponse
  /** Offline: the next password can be tried after that many milliseconds (D2). */
  | { readonly type: 'wait'; readonly ms: number }
  /**
   * Encrypted data on this device opens only with the previous password, because the password was changed on another device
   * (D2).
   */
  | { readonly type: 'locked' }
  /** The account of this device changed during the sign-in. */
  | { readonly type: 'overtaken' }
  | { readonly type: 'storage'; readonly problem: StorageProblem };

/** Failed sign-in: the server's rejection, or no response from it. */
export type SignInFailure = Extract<SignInResult, { type: 'refused' | 'unreachable' }>;

type Failed = Exclude<ApiResponse<unknown>, { type: 'ok' }>;

export function toSignInFailure(response: Failed): SignInFailure {
  switch (response.type) {
    case 'error': {
      const { details, ...said } = response.refusal;
      return { type: 'refused', ...said, ...(details.length > 0 && { details }) };
    }
    case 'silence':
      return { type: 'unreachable', cause: response.cause };
    case 'foreign':
    case 'not_modified':
      return { type: 'unreachable', cause: 'portal' };
  }
}

/** Removes the PIN if the password was changed after the PIN was set; the user must set a new PIN. */
async function forgetOldPin(ownerId: string, { password }: Credentials): Promise<void> {
  if ((await readPinAttempts(ownerId)) === null) return;
  const copy = await readDeviceKeyOfUser(ownerId);
  if (!copy || !(await unlockDeviceKey(copy, password))) await deletePin(ownerId);
}

const presentUser = async (): Promise<string | null> => (await accounts.readPresence())?.userId ?? null;

/** Opens the session on this device, with the user's data key (D2). `typed`: null for a session resumed by its cookie. */
async function enter(
  session: Session,
  typed: Credentials | null,
  before: string | null,
): Promise<SignInResult> {
  const email = typed?.email ?? session.email ?? null;
  const named = await accounts.ownerIdOf(session, email);
  const tag = email === null ? null : await makeEmailTag(email);
  const ownerId = named === null ? null : await ownerIdOnDevice(named, tag, typed);
  if (ownerId === null) return { type: 'locked' };
  const key = await obtainUserKey(ownerId, tag, typed);
  if (key.type === 'locked') return key;
  if (key.type !== 'held') return toSignInFailure(key);
  if (typed) await forgetOldPin(ownerId, typed);
  const provided = ownerId === named ? null : await fetchKeysFromServer();
  const account = await accounts.signInAccount(ownerId, session, email, { ...key.held, before, provided });
  if (!account) {
    await finishSignOut();
    return { type: 'overtaken' };
  }
  await restoreSessionKey();
  // The server may have been restored from an older backup, which ended the session (S29).
  await makeDeviceReportDue();
  requestDrain('signed_in');
  return { type: 'signed_in', account };
}

/** Converts a storage failure into a result: a device that stores nothing signs no user in, and the screen shows why (S20). */
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
 * Makes the request `call` and opens the returned session on this device; the key of another user is removed. `credentials`:
 * those that are valid after the call.
 */
export const openSession = (
  call: () => Promise<ApiResponse<Session>>,
  credentials: Credentials,
): Promise<SignInResult> =>
  serializeSignIn(async () => {
    const before = await presentUser();
    const response = await call();
    return response.type === 'ok' ? enter(response.body, credentials, before) : toSignInFailure(response);
  });

/** Timeout of the sign-in request when the device can check the password itself, so that reception does not wait longer. */
const LOGIN_TIMEOUT_MS = 6_000;

/** Statuses with which a server may reject a sign-in without an error body. */
const JUDGES_SIGN_IN = new Set([400, 401, 403, 422, 429]);

/**
 * Returns true when no server has checked the password: no response, a captive portal, or a failing gateway or server. A bare
 * 404 comes from a gateway that cannot reach the server.
 */
const isUnjudged = (response: Failed): boolean =>
  response.type !== 'error' ||
  response.refusal.status >= 500 ||
  (hasNoErrorBody(response.refusal) && !JUDGES_SIGN_IN.has(response.refusal.status));

/**
 * Returns true when the password is right but the account is suspended. Unplugging the network must then not open this device.
 */
const isShutOut = (response: Failed): boolean =>
  response.type === 'error' && response.refusal.code === 'account_inactive';

/** D2 b: opens the data of an earlier sign-in with the password. Nothing is sent until the server has confirmed the user. */
async function signInOffline(
  copy: DeviceKeyRow,
  password: string,
  before: string | null,
): Promise<SignInResult> {
  const ms = await recordPasswordAttempt(copy.id, Date.now());
  if (ms > 0) return { type: 'wait', ms };
  const keys = await unlockDeviceKey(copy, password);
  if (!keys) return { type: 'refused', status: 401, code: 'invalid_credentials', message: '' };
  const account = await accounts.signInAccountOffline(copy, keys, before);
  return account ? { type: 'signed_in', account } : { type: 'overtaken' };
}

/**
 * Signs in at the server, for the first time or in place of an ended session (S9). If the server cannot be reached and no user
 * is signed in here, the device's key copy checks the password. `previous`: previous password, which the user enters after the
 * result `locked`.
 */
export const signIn = (email: string, password: string, previous?: string): Promise<SignInResult> =>
  serializeSignIn(async () => {
    const before = await presentUser();
    const copy = await readDeviceKey(await makeEmailTag(email));
    const wayIn = (await accounts.readPresence()) ? null : copy;
    const response = await apiClient.call('login', {
      body: { email, password },
      headers: await signInSignature(),
      ...(wayIn && { timeoutMs: LOGIN_TIMEOUT_MS }),
    });
    if (response.type === 'ok') return enter(response.body, { email, password, previous }, before);
    if (wayIn && isUnjudged(response)) return signInOffline(wayIn, password, before);
    if (copy?.origin === 'provider' && isShutOut(response)) {
      await deleteDeviceKey(copy.id);
      await deletePin(copy.userId);
    }
    return toSignInFailure(response);
  });

/**
 * Returns the signed-in account when the app starts: the device's account at once, online or offline; otherwise the account of
 * the session cookie. Null while a sign-out on this device is not reported to the server.
 */
export async function resumeSession(): Promise<Account | null> {
  const account = await accounts.readAccount();
  if (account) return account;
  if (!(await inTurn(finishSignOut))) return null;
  const before = await presentUser();
  const response = await apiClient.call('me');
  if (response.type !== 'ok') return null;
  await bindOldSession(response.body);
  const entered = await unlessStorageFails(() => enter(response.body, null, before));
  return entered.type === 'signed_in' ? entered.account : null;
}
