import type { Session } from '#contract/auth.ts';
import * as accounts from '#storage/accounts.ts';
import type { Account } from '#storage/accounts.ts';
import { syncSummary } from '#storage/entries.ts';
import { StorageProblem } from '#storage/problem.ts';
import { importVaultKeys } from '#storage/vault.ts';
import { requestDrain } from './outbox.ts';
import { provider } from './provider.ts';
import type { Answer } from './remote.ts';

export type { Account } from '#storage/accounts.ts';
export { readAccount } from '#storage/accounts.ts';

type NoAnswer = { readonly type: 'unreachable'; readonly cause: 'no_answer' | 'timeout' | 'portal' };

export type SignInResult =
  | { readonly type: 'signed_in'; readonly account: Account }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly message: string;
    }
  | NoAnswer
  | { readonly type: 'storage'; readonly problem: StorageProblem };

/** What the provider, or its absence, said instead. */
export type SignInFailure = Extract<SignInResult, { type: 'refused' | 'unreachable' }>;

type Failed = Exclude<Answer<unknown>, { type: 'ok' }>;

export function failure(answer: Failed): SignInFailure {
  switch (answer.type) {
    case 'error': {
      const { status, code, message } = answer.refusal;
      return { type: 'refused', status, code, message };
    }
    case 'silence':
      return { type: 'unreachable', cause: answer.cause };
    case 'foreign':
    case 'not_modified':
      return { type: 'unreachable', cause: 'portal' };
  }
}

/** The session becomes this device's: its data key comes from the provider (D2 a). */
async function enter(session: Session, email: string | null): Promise<SignInResult> {
  const key = await provider.call('vaultKey');
  if (key.type !== 'ok') return failure(key);
  try {
    const account = await accounts.enterAccount(session, email, await importVaultKeys(key.body.key));
    requestDrain('signed_in');
    return { type: 'signed_in', account };
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}

/** One after the other: the late answer to a sign-out would take the cookie of a sign-in that overtook it. */
let lastTurn: Promise<unknown> = Promise.resolve();
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work, work);
  lastTurn = turn;
  return turn;
}

/** Who comes in; the address is null where only the provider knows it. */
export interface Credentials {
  readonly email: string | null;
  readonly password: string;
}

/**
 * The one door: a call that answers with a session makes it this device's, for the first time or in place of an ended
 * one (S9); another user's key leaves the device. `credentials` as they hold after the call.
 */
export const openSession = (
  call: () => Promise<Answer<Session>>,
  { email }: Credentials,
): Promise<SignInResult> =>
  inTurn(async () => {
    const answer = await call();
    return answer.type === 'ok' ? enter(answer.body, email) : failure(answer);
  });

export const signIn = (email: string, password: string): Promise<SignInResult> =>
  openSession(() => provider.call('login', { body: { email, password } }), { email, password });

/** Whoever signs in next may have to wait for it. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

/** Tells the provider of sign-outs that it has not heard of. False while it cannot be told. */
async function settleSignOut(): Promise<boolean> {
  if (!(await accounts.hasPendingSignOut())) return true;
  const answer = await provider.call('logout', { timeoutMs: SIGN_OUT_TIMEOUT_MS });
  if (answer.type === 'silence' || answer.type === 'foreign') return false;
  await accounts.clearPendingSignOut();
  return true;
}

/**
 * Who is signed in when the app starts: the device's account at once, with or without network; otherwise whoever the
 * cookie still stands for, unless that person signed out here while the provider could not be told.
 */
export async function resumeSession(): Promise<Account | null> {
  const account = await accounts.readAccount();
  if (account) return account;
  if (!(await settleSignOut())) return null;
  const answer = await provider.call('me');
  if (answer.type !== 'ok') return null;
  const entered = await enter(answer.body, null);
  return entered.type === 'signed_in' ? entered.account : null;
}

/** Compares the device's account with the provider's session, in the background; 401 closes the gate (S9). */
export async function revalidateSession(): Promise<void> {
  const account = await accounts.readAccount();
  if (!account) {
    await settleSignOut();
    return;
  }
  const answer = await provider.call('me');
  if (answer.type === 'error' && answer.refusal.status === 401) await accounts.closeGate(account.userId);
  if (answer.type !== 'ok') return;
  const sameUser = accounts.ownerIdOf(answer.body, account.email) === account.userId;
  if (!sameUser) return accounts.closeGate(account.userId);
  // Asked for another branch than the one that was chosen meanwhile: old news.
  if ((await accounts.readAccount())?.branchId !== account.branchId) return;
  await accounts.updateAccount(answer.body);
  if (account.gate === 'expired') requestDrain('signed_in');
}

/** S16: the key and what was cached go at once, network or not; what is unsent stays sealed for the next sign-in. */
export async function signOut(): Promise<void> {
  await accounts.leaveAccount(Date.now());
  await inTurn(settleSignOut);
}

/** Entries of the user that have not wholly arrived. */
export const countUnsent = async (ownerId: string): Promise<number> => (await syncSummary(ownerId)).unsent;
