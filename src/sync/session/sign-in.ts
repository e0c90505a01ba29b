import type { Session } from '#contract/records/people/auth.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { hasNoErrorBody } from '#domain/outbox/outcome.ts';
import * as accounts from '#storage/account/accounts.ts';
import type { Account } from '#storage/account/accounts.ts';
import { deletePin, readPinAttemptsLeft } from '#storage/account/lock-pin.ts';
import { makeDeviceReportDue } from '#storage/device/device-census.ts';
import {
  recordPasswordAttemptAsWrong,
  deleteWrappedKey,
  makeEmailTag,
  readWrappedKeyByEmailTag,
  readWrappedKeyOfUser,
  unlockVaultKeys,
} from '#storage/keys/device-keys.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { WrappedKeyRow } from '#storage/database/records.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { apiClient } from '../api/api-client.ts';
import type { ApiResponse } from '#network/response.ts';
import { createSignInSignatureHeader } from '../api/device-signature.ts';
import { restoreSessionKey } from '../api/session-proofs.ts';
import type { Credentials } from './credentials.ts';
import { resolveOwnerIdAndMarkKey } from './earlier-owner.ts';
import { bindOldSession, runSessionChangeInOrder, reportPendingSignOut } from './session.ts';
import { fetchKeysFromServer, obtainUserKey } from './user-key.ts';

type UnreachableResult = { readonly type: 'unreachable'; readonly cause: 'no_answer' | 'timeout' | 'portal' };

export type SignInResult =
  | { readonly type: 'signed_in'; readonly account: Account }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly message: string;
      readonly statusText?: string | undefined;
      readonly requestId?: string | undefined;
      /** Errors of the sent fields, by the field's name in the API. */
      readonly details?: readonly FieldProblem[];
    }
  | UnreachableResult
  /** Time until the next offline attempt is allowed, ms (D2). */
  | { readonly type: 'wait'; readonly ms: number }
  /** The device's encrypted data need the previous password, because the password was changed on another device (D2). */
  | { readonly type: 'locked' }
  /** The signed-in user of this device changed during the sign-in. */
  | { readonly type: 'overtaken' }
  | { readonly type: 'storage'; readonly problem: StorageProblem };

export type SignInFailure = Extract<SignInResult, { type: 'refused' | 'unreachable' }>;

type FailedResponse = Exclude<ApiResponse<unknown>, { type: 'ok' }>;

export function toSignInFailure(response: FailedResponse): SignInFailure {
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

async function deletePinIfPasswordChanged(ownerId: string, { password }: Credentials): Promise<void> {
  if ((await readPinAttemptsLeft(ownerId)) === null) return;
  const copy = await readWrappedKeyOfUser(ownerId);
  if (!copy || !(await unlockVaultKeys(copy, password))) await deletePin(ownerId);
}

const readSignedInUserId = async (): Promise<string | null> =>
  (await accounts.readSignedInState())?.userId ?? null;

/**
 * Opens the session on this device with the user's data key (D2). `typed`: credentials; null for a session resumed by its
 * cookie.
 */
async function openSessionOnDevice(
  session: Session,
  typed: Credentials | null,
  before: string | null,
): Promise<SignInResult> {
  const email = typed?.email ?? session.email ?? null;
  const named = await accounts.ownerIdOfSession(session, email);
  const tag = email === null ? null : await makeEmailTag(email);
  const ownerId = named === null ? null : await resolveOwnerIdAndMarkKey(named, tag, typed);
  if (ownerId === null) return { type: 'locked' };
  const key = await obtainUserKey(ownerId, tag, typed);
  if (key.type === 'locked') return key;
  if (key.type !== 'held') return toSignInFailure(key);
  if (typed) await deletePinIfPasswordChanged(ownerId, typed);
  const provided = ownerId === named ? null : await fetchKeysFromServer();
  const account = await accounts.signInAccount(ownerId, session, email, { ...key.held, before, provided });
  if (!account) {
    await reportPendingSignOut();
    return { type: 'overtaken' };
  }
  await restoreSessionKey();
  // The session may have ended because the server was restored from an older backup. The server then lacks this device's newest
  // report, so the device reports again (S29).
  await makeDeviceReportDue();
  requestDrain('signed_in');
  return { type: 'signed_in', account };
}

/** Returns a storage failure as a result. Without storage no user can sign in, and the screen shows why (S20). */
async function catchSignInStorageFailure(work: () => Promise<SignInResult>): Promise<SignInResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}

const runSignInInOrder = (work: () => Promise<SignInResult>): Promise<SignInResult> =>
  runSessionChangeInOrder(() => catchSignInStorageFailure(work));

/**
 * Makes the request `call` and opens the returned session on this device; another user's key is deleted. `credentials`:
 * credentials that are valid after the request.
 */
export const requestAndOpenSession = (
  call: () => Promise<ApiResponse<Session>>,
  credentials: Credentials,
): Promise<SignInResult> =>
  runSignInInOrder(async () => {
    const before = await readSignedInUserId();
    const response = await call();
    return response.type === 'ok'
      ? openSessionOnDevice(response.body, credentials, before)
      : toSignInFailure(response);
  });

/** Time limit of a sign-in when the device can check the password itself, ms, so that reception does not wait longer. */
const LOGIN_TIMEOUT_MS = 6_000;

/** Statuses that count as the server's rejection of a sign-in even without an error body. */
const SIGN_IN_REJECTION_STATUSES = new Set([400, 401, 403, 422, 429]);

/**
 * Returns true if no server has checked the password: no response, a captive portal, a failing server, or a 404 without a
 * message from a gateway.
 */
const isPasswordUnchecked = (response: FailedResponse): boolean =>
  response.type !== 'error' ||
  response.refusal.status >= 500 ||
  (hasNoErrorBody(response.refusal) && !SIGN_IN_REJECTION_STATUSES.has(response.refusal.status));

/**
 * Returns true if the password is right but the account is suspended. The user must then not be able to sign in offline either.
 */
const isAccountInactive = (response: FailedResponse): boolean =>
  response.type === 'error' && response.refusal.code === 'account_inactive';

/** D2 b: decrypts the data of an earlier sign-in with the password. Nothing is sent until the server has confirmed the user. */
async function signInOffline(
  copy: WrappedKeyRow,
  password: string,
  before: string | null,
): Promise<SignInResult> {
  const ms = await recordPasswordAttemptAsWrong(copy.id, Date.now());
  if (ms > 0) return { type: 'wait', ms };
  const keys = await unlockVaultKeys(copy, password);
  if (!keys) return { type: 'refused', status: 401, code: 'invalid_credentials', message: '' };
  const account = await accounts.signInAccountOffline(copy, keys, before);
  return account ? { type: 'signed_in', account } : { type: 'overtaken' };
}

/**
 * Signs in at the server, also after a session has ended (S9). If the server is unreachable and no user is signed in, the
 * password is checked on the device, by unwrapping the device's copy of the user's data key with it. `previous`: previous
 * password, entered after the result `locked`.
 */
export const signIn = (email: string, password: string, previous?: string): Promise<SignInResult> =>
  runSignInInOrder(async () => {
    const before = await readSignedInUserId();
    const copy = await readWrappedKeyByEmailTag(await makeEmailTag(email));
    const wayIn = (await accounts.readSignedInState()) ? null : copy;
    const response = await apiClient.call('login', {
      body: { email, password },
      headers: await createSignInSignatureHeader(),
      ...(wayIn && { timeoutMs: LOGIN_TIMEOUT_MS }),
    });
    if (response.type === 'ok')
      return openSessionOnDevice(response.body, { email, password, previous }, before);
    if (wayIn && isPasswordUnchecked(response)) return signInOffline(wayIn, password, before);
    if (copy?.origin === 'provider' && isAccountInactive(response)) {
      await deleteWrappedKey(copy.id);
      await deletePin(copy.userId);
    }
    return toSignInFailure(response);
  });

/**
 * Returns the signed-in account when the app starts: at once from the device, otherwise from the session cookie. Null while a
 * sign-out is still to be reported.
 */
export async function resumeSession(): Promise<Account | null> {
  const account = await accounts.readAccount();
  if (account) return account;
  if (!(await runSessionChangeInOrder(reportPendingSignOut))) return null;
  const before = await readSignedInUserId();
  const response = await apiClient.call('me');
  if (response.type !== 'ok') return null;
  await bindOldSession(response.body);
  const entered = await catchSignInStorageFailure(() => openSessionOnDevice(response.body, null, before));
  return entered.type === 'signed_in' ? entered.account : null;
}
