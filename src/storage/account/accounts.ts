import type { Session } from '#contract/records/people/auth.ts';
import { decryptBranchHeader } from '../vault/branch-header.ts';
import { decryptAccountData, encryptAccountData, type AccountData } from '../vault/account-facts.ts';
import { isKeptForBrigade, readPreparedBrigade } from '../database/brigade-row.ts';
import { db } from '../database/database.ts';
import { makeLastingEmailTag, type KeysWithWrappedCopy, type WrappedKeyCopy } from '../keys/device-keys.ts';
import { clearScreenLock, isSignedIn } from './lock.ts';
import { deletePin, resetPinAttempts } from './lock-pin.ts';
import { StorageProblem, runStorageOperation, runPriorityStorageOperation } from '../base/problem.ts';
import type { AccountRow, WrappedKeyRow, SessionStatus, UserKeysRow } from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

export interface Account extends AccountData {
  userId: string;
  branchId: string | null;
  gate: SessionStatus;
}

/**
 * Returns the owner id for rows: the server's user id or, without one, a tag of the e-mail address that only this device can
 * compute. Null if both are unknown.
 */
export async function ownerIdOfSession(session: Session, email: string | null): Promise<string | null> {
  const address = session.email ?? email;
  return session.user_id ?? (address === null ? null : `mail:${await makeLastingEmailTag(address)}`);
}

export const isSessionOfAccount = async (
  session: Session,
  { userId, email, providerId = userId }: Pick<Account, 'userId' | 'email' | 'providerId'>,
): Promise<boolean> => (await ownerIdOfSession(session, email)) === providerId;

/** `email` is the address that the user typed, used if the server returns none. */
const accountOfSession = (
  { userId, providerId }: Pick<Account, 'userId' | 'providerId'>,
  session: Session,
  email: string | null,
): Account => ({
  userId,
  ...(providerId !== undefined && providerId !== userId && { providerId }),
  email: session.email ?? email,
  displayName: session.display_name,
  branchId: session.branch_id,
  actions: session.actions,
  grantable: session.grantable_permissions,
  attachmentMaxBytes: session.attachment_max_bytes,
  gate: 'open',
});

async function encryptAccountRow(account: Account, keys: VaultKeys): Promise<AccountRow> {
  const { userId, branchId, gate } = account;
  return {
    id: 'current',
    userId,
    branchId,
    gate,
    sealedFacts: await encryptAccountData(keys, userId, account),
  };
}

/**
 * Reads the signed-in user and the user's keys in one transaction.
 * @throws StorageProblem `locked` without the keys
 */
async function readCurrentAccountRows(): Promise<{ row: AccountRow; keys: UserKeysRow } | null> {
  const [row, keys] = await db.transaction('r', [db.accounts, db.keys], async () => {
    const current = await db.accounts.get('current');
    return [current, current && (await db.keys.get(current.userId))];
  });
  if (row && !keys) throw new StorageProblem('locked');
  return row && keys ? { row, keys } : null;
}

export type SignedInUserState = Pick<Account, 'userId' | 'branchId' | 'gate'>;

/**
 * Returns the signed-in user and the session state. Decrypts nothing, because a Dexie live query does not observe reads after a
 * decryption.
 */
export async function readSignedInState(): Promise<SignedInUserState | null> {
  const row = await db.accounts.get('current');
  return row ? { userId: row.userId, branchId: row.branchId, gate: row.gate } : null;
}

export async function readAccount(): Promise<Account | null> {
  const current = await readCurrentAccountRows();
  if (!current) return null;
  const { userId, branchId, gate, sealedFacts } = current.row;
  return { userId, branchId, gate, ...(await decryptAccountData(current.keys, userId, sealedFacts)) };
}

/** A sign-out with a prepared brigade keeps what its users need without network (D4). */
async function deleteCacheUnlessKeptForBrigade(userId: string): Promise<void> {
  const rows = db.cache.where('ownerId').equals(userId);
  const brigade = await readPreparedBrigade();
  await (brigade ? rows.filter((row) => !isKeptForBrigade(row, brigade)) : rows).delete();
}

/**
 * Deletes the keys and cached data of a user who leaves the device (D2, D4). Drafts and unsent entries stay, encrypted (S16).
 * Must run inside a transaction over keys, patients, cache and device.
 */
async function deleteUserKeysAndCache(userId: string): Promise<void> {
  await db.keys.delete(userId);
  await db.patients.where('ownerId').equals(userId).delete();
  await deleteCacheUnlessKeptForBrigade(userId);
  await db.device.bulkDelete(['branding', 'logo', 'branch-offered', 'activity', 'locked', 'downloads']);
}

const accountTables = () => [db.accounts, db.keys, db.deviceKeys, db.patients, db.cache, db.device];

/**
 * Stores the account and its keys; deletes the previous user's keys and cached data (D2, D4). Must run inside a transaction
 * over `accountTables`.
 */
async function replaceSignedInAccount(
  row: AccountRow,
  { seal, tag }: VaultKeys,
  server: UserKeysRow['provider'] | null = null,
): Promise<void> {
  const before = await db.accounts.get('current');
  if (before && before.userId !== row.userId) await deleteUserKeysAndCache(before.userId);
  await db.accounts.put(row);
  await db.keys.put({ userId: row.userId, seal, tag, ...(server && { provider: server }) });
  await db.device.delete('branch-offered');
  await clearScreenLock(Date.now());
}

/**
 * Stores the copy of the data key that the password decrypts. Replaces the user's previous copy, even one under another e-mail
 * address. Must run inside a transaction over `accountTables`.
 */
async function replaceKeyCopy(
  { userId, branchId, sealedFacts }: AccountRow,
  copy: WrappedKeyCopy,
): Promise<void> {
  const own = db.deviceKeys.where('userId').equals(userId);
  const sealedFace = (await own.first())?.sealedFace;
  await own.delete();
  const row = { ...copy, userId, branchId, sealedFacts, wrong: 0, blockedUntil: 0 };
  await db.deviceKeys.put(sealedFace ? { ...row, sealedFace } : row);
}

/**
 * Stores the copy of the signed-in user's data key under a new password. Deletes the PIN, because it was set under the previous
 * password. Returns false if the user is not signed in.
 */
export const storeNewPasswordKeyCopy = (userId: string, copy: WrappedKeyCopy): Promise<boolean> =>
  runStorageOperation(() =>
    db.transaction('rw', [db.accounts, db.deviceKeys, db.device], async () => {
      const row = await db.accounts.get('current');
      if (row?.userId !== userId) return false;
      await replaceKeyCopy(row, copy);
      await deletePin(userId);
      return true;
    }),
  );

/**
 * `before`: user who was signed in when the sign-in began; null for none, undefined to skip the check. `provided`: keys from
 * the server, if they differ from the device's.
 */
type SignInKey = KeysWithWrappedCopy & {
  readonly before?: string | null;
  readonly provided?: VaultKeys | null;
};

/** Returns true if the account has changed since the sign-in began. Must run inside a transaction. */
async function hasSignedInUserChanged(userId: string, before: string | null | undefined): Promise<boolean> {
  if (before === undefined) return false;
  const present = (await db.accounts.get('current'))?.userId ?? null;
  return present !== before && present !== userId;
}

/**
 * Signs the session's user in on this device. Another user's unsent entries stay, encrypted (S16).
 * @returns null if the account has changed since the sign-in began; the new session must then be ended on the server
 */
export async function signInAccount(
  userId: string,
  session: Session,
  email: string | null,
  { keys, copy, before, provided }: SignInKey,
): Promise<Account | null> {
  const providerId = (await ownerIdOfSession(session, email)) ?? userId;
  const account = accountOfSession({ userId, providerId }, session, email);
  const row = await encryptAccountRow(account, keys);
  const isIn = await runPriorityStorageOperation(() =>
    db.transaction('rw', accountTables(), async () => {
      if (await hasSignedInUserChanged(userId, before)) {
        await db.device.put({ id: 'pending-sign-out', since: Date.now() });
        return false;
      }
      await replaceSignedInAccount(row, keys, provided && { userId: providerId, tag: provided.tag });
      if (copy) {
        await replaceKeyCopy(row, copy);
        await resetPinAttempts(userId);
      }
      await db.device.delete('pending-sign-out');
      return true;
    }),
  );
  return isIn ? account : null;
}

/**
 * Signs the user in offline, with the keys that the password decrypted and the account as last received (D2). The server does
 * not know about the sign-in, so a pending sign-out must still be reported.
 */
export async function signInAccountOffline(
  row: WrappedKeyRow,
  keys: VaultKeys,
  before?: string | null,
): Promise<Account | null> {
  const { id, userId, branchId, sealedFacts } = row;
  const face = await decryptBranchHeader(keys, userId, row.sealedFace);
  const account: Account = {
    ...(await decryptAccountData(keys, userId, sealedFacts)),
    userId,
    branchId,
    gate: 'offline',
  };
  const isIn = await runPriorityStorageOperation(() =>
    db.transaction('rw', accountTables(), async () => {
      if (await hasSignedInUserChanged(userId, before)) return false;
      await replaceSignedInAccount({ id: 'current', userId, branchId, sealedFacts, gate: 'offline' }, keys);
      if (face) await db.device.put({ id: 'branding', ownerId: userId, ...face });
      await db.deviceKeys.update(id, { wrong: 0, blockedUntil: 0 });
      await resetPinAttempts(userId);
      return true;
    }),
  );
  return isIn ? account : null;
}

/**
 * Stores the server's data about the signed-in user, and opens the session. Does nothing if another user or branch than that of
 * `expected` is active.
 */
export async function updateAccountAndOpenSession(session: Session, expected?: Account): Promise<void> {
  const current = await readCurrentAccountRows();
  if (!current) return;
  const { userId } = current.row;
  const { email, providerId } = await decryptAccountData(current.keys, userId, current.row.sealedFacts);
  if (
    !(await isSessionOfAccount(session, { userId, email, providerId })) ||
    (expected && expected.userId !== userId)
  )
    return;
  const branchBefore = expected ? expected.branchId : current.row.branchId;
  const row = await encryptAccountRow(accountOfSession({ userId, providerId }, session, email), current.keys);
  const { branchId, sealedFacts } = row;
  await runStorageOperation(() =>
    db.transaction('rw', [db.accounts, db.deviceKeys], async () => {
      const before = await db.accounts.get('current');
      if (before?.userId !== userId || before.branchId !== branchBefore) return;
      await db.accounts.put(row);
      await db.deviceKeys.where('userId').equals(userId).modify({ branchId, sealedFacts });
    }),
  );
}

type KeyCopyReference = Pick<WrappedKeyRow, 'id' | 'userId'>;

/** Resets the counters of wrong passwords and PINs. Must run inside a transaction over deviceKeys and device. */
async function clearWrongAttempts({ id, userId }: KeyCopyReference): Promise<void> {
  await db.deviceKeys.update(id, { wrong: 0, blockedUntil: 0 });
  await resetPinAttempts(userId);
}

export const resetAttemptsAfterPassword = (copy: KeyCopyReference): Promise<void> =>
  runStorageOperation(() => db.transaction('rw', [db.deviceKeys, db.device], () => clearWrongAttempts(copy)));

/**
 * Resets the attempts like `resetAttemptsAfterPassword`. Unlocks the screen if the user is still signed in, because another window may
 * have changed the user.
 */
export const resetAttemptsAndUnlock = (copy: KeyCopyReference): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', [db.deviceKeys, db.device, db.accounts], async () => {
      await clearWrongAttempts(copy);
      if (await isSignedIn(copy.userId)) await clearScreenLock(Date.now());
    }),
  );

/** Marks the session as expired after the server has rejected it (S9). Sending pauses, and no entry is lost. */
export const expireSession = (userId: string): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.accounts, async () => {
      const row = await db.accounts.get('current');
      if (row?.userId === userId && row.gate === 'open') await db.accounts.put({ ...row, gate: 'expired' });
    }),
  );

/** Signs the user out: deletes keys, cached responses and session. Unsent entries stay, encrypted (S16, D2). */
export const signOutAccount = (now: number): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', [db.accounts, db.keys, db.patients, db.cache, db.device], async () => {
      const row = await db.accounts.get('current');
      if (row) await deleteUserKeysAndCache(row.userId);
      await db.accounts.delete('current');
      await db.device.delete('session-key');
      await db.device.put({ id: 'pending-sign-out', since: now });
    }),
  );

export const hasPendingSignOut = async (): Promise<boolean> =>
  (await db.device.get('pending-sign-out')) !== undefined;
export const clearPendingSignOut = (): Promise<void> =>
  runStorageOperation(() => db.device.delete('pending-sign-out'));
