import type { Session } from '#contract/records/people/auth.ts';
import { openFace } from '../vault/branch-face.ts';
import { openFacts, sealFacts, type AccountFacts } from '../vault/account-facts.ts';
import { db } from '../database/database.ts';
import { makeLastingEmailTag, type HeldKey, type KeyCopy } from '../keys/device-keys.ts';
import { openLock } from './lock.ts';
import { forgetPin, renewPinTries } from './lock-pin.ts';
import { StorageProblem, storing, storingFirst } from '../base/problem.ts';
import type { AccountRow, DeviceKeyRow, Gate, KeyRow } from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

export interface Account extends AccountFacts {
  userId: string;
  branchId: string | null;
  gate: Gate;
}

/**
 * The id that rows carry for their owner: the provider's, or one that stands for the address on this device. Null for
 * a session that says neither.
 */
export async function ownerIdOf(session: Session, email: string | null): Promise<string | null> {
  const address = session.email ?? email;
  return session.user_id ?? (address === null ? null : `mail:${await makeLastingEmailTag(address)}`);
}

/** Whether the provider's session is this account's. */
export const isSessionOf = async (
  session: Session,
  { userId, email, providerId = userId }: Pick<Account, 'userId' | 'email' | 'providerId'>,
): Promise<boolean> => (await ownerIdOf(session, email)) === providerId;

/** `email`: what was typed, for a provider that does not name it. */
const accountOf = (
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
  attachmentMaxBytes: session.attachment_max_bytes,
  gate: 'open',
});

async function rowOf(account: Account, keys: VaultKeys): Promise<AccountRow> {
  const { userId, branchId, gate } = account;
  return { id: 'current', userId, branchId, gate, sealedFacts: await sealFacts(keys, userId, account) };
}

/** Whoever is signed in, with the keys, both of one moment. */
async function readCurrent(): Promise<{ row: AccountRow; keys: KeyRow } | null> {
  const [row, keys] = await db.transaction('r', [db.accounts, db.keys], async () => {
    const current = await db.accounts.get('current');
    return [current, current && (await db.keys.get(current.userId))];
  });
  if (row && !keys) throw new StorageProblem('locked');
  return row && keys ? { row, keys } : null;
}

export type Presence = Pick<Account, 'userId' | 'branchId' | 'gate'>;

/**
 * Who is signed in and whether they may send, for whoever goes on reading: a live query sees nothing of what comes after
 * the opening of sealed facts.
 */
export async function readPresence(): Promise<Presence | null> {
  const row = await db.accounts.get('current');
  return row ? { userId: row.userId, branchId: row.branchId, gate: row.gate } : null;
}

/** Whoever is signed in on this device; null when nobody is. */
export async function readAccount(): Promise<Account | null> {
  const current = await readCurrent();
  if (!current) return null;
  const { userId, branchId, gate, sealedFacts } = current.row;
  return { userId, branchId, gate, ...(await openFacts(current.keys, userId, sealedFacts)) };
}

/**
 * Inside a transaction over keys, patients, cache and device: what must not outlive a user's stay here (D2, D4). What
 * the user typed and has not saved stays sealed, like what is unsent (S16).
 */
async function forgetUser(userId: string): Promise<void> {
  await db.keys.delete(userId);
  await db.patients.where('ownerId').equals(userId).delete();
  await db.cache.where('ownerId').equals(userId).delete();
  await db.device.bulkDelete(['branding', 'logo', 'branch-offered', 'activity', 'locked', 'downloads']);
}

/** What a sign-in touches. */
const entryTables = () => [db.accounts, db.keys, db.deviceKeys, db.patients, db.cache, db.device];

/** Inside a transaction over `entryTables`. Another user's key and cached answers leave (D2, D4). */
async function putAccount(
  row: AccountRow,
  { seal, tag }: VaultKeys,
  provider: KeyRow['provider'] | null = null,
): Promise<void> {
  const before = await db.accounts.get('current');
  if (before && before.userId !== row.userId) await forgetUser(before.userId);
  await db.accounts.put(row);
  await db.keys.put({ userId: row.userId, seal, tag, ...(provider && { provider }) });
  await db.device.delete('branch-offered');
  await openLock(Date.now());
}

/** Inside a transaction over `entryTables`. One copy a user, wherever the address has changed. */
async function putCopy({ userId, branchId, sealedFacts }: AccountRow, copy: KeyCopy): Promise<void> {
  const own = db.deviceKeys.where('userId').equals(userId);
  const sealedFace = (await own.first())?.sealedFace;
  await own.delete();
  const row = { ...copy, userId, branchId, sealedFacts, wrong: 0, blockedUntil: 0 };
  await db.deviceKeys.put(sealedFace ? { ...row, sealedFace } : row);
}

/**
 * Leaves the copy of whoever is signed in, under another password: the PIN that the one before had set goes. False when
 * that is another user, or nobody.
 */
export const keepCopy = (userId: string, copy: KeyCopy): Promise<boolean> =>
  storing(() =>
    db.transaction('rw', [db.accounts, db.deviceKeys, db.device], async () => {
      const row = await db.accounts.get('current');
      if (row?.userId !== userId) return false;
      await putCopy(row, copy);
      await forgetPin(userId);
      return true;
    }),
  );

/**
 * `before`: who was here when the sign-in began; without it nobody else is looked at. `provided`: the provider's keys of the
 * user, where these are others.
 */
type Entering = HeldKey & { readonly before?: string | null; readonly provided?: VaultKeys | null };

/** Whoever was here has left since, or somebody else has come. Inside a transaction. */
async function isOvertaken(userId: string, before: string | null | undefined): Promise<boolean> {
  if (before === undefined) return false;
  const present = (await db.accounts.get('current'))?.userId ?? null;
  return present !== before && present !== userId;
}

/**
 * Makes the session's user the one of this device, and leaves the key's wrapped copy, all in one transaction; what
 * another user has not sent stays sealed (S16).
 * @returns null where somebody has left or come since: then the new session is told to end
 */
export async function enterAccount(
  userId: string,
  session: Session,
  email: string | null,
  { keys, copy, before, provided }: Entering,
): Promise<Account | null> {
  const providerId = (await ownerIdOf(session, email)) ?? userId;
  const account = accountOf({ userId, providerId }, session, email);
  const row = await rowOf(account, keys);
  const isIn = await storingFirst(() =>
    db.transaction('rw', entryTables(), async () => {
      if (await isOvertaken(userId, before)) {
        await db.device.put({ id: 'pending-sign-out', since: Date.now() });
        return false;
      }
      await putAccount(row, keys, provided && { userId: providerId, tag: provided.tag });
      if (copy) {
        await putCopy(row, copy);
        await renewPinTries(userId);
      }
      await db.device.delete('pending-sign-out');
      return true;
    }),
  );
  return isIn ? account : null;
}

/**
 * D2: the user comes in by the keys that the password opened, with the facts of the last contact. The provider knows
 * nothing of it: a sign-out that it has not heard of is still to be told.
 */
export async function enterOffline(
  row: DeviceKeyRow,
  keys: VaultKeys,
  before?: string | null,
): Promise<Account | null> {
  const { id, userId, branchId, sealedFacts } = row;
  const face = await openFace(keys, userId, row.sealedFace);
  const account: Account = {
    ...(await openFacts(keys, userId, sealedFacts)),
    userId,
    branchId,
    gate: 'offline',
  };
  const isIn = await storingFirst(() =>
    db.transaction('rw', entryTables(), async () => {
      if (await isOvertaken(userId, before)) return false;
      await putAccount({ id: 'current', userId, branchId, sealedFacts, gate: 'offline' }, keys);
      if (face) await db.device.put({ id: 'branding', ownerId: userId, ...face });
      await db.deviceKeys.update(id, { wrong: 0, blockedUntil: 0 });
      await renewPinTries(userId);
      return true;
    }),
  );
  return isIn ? account : null;
}

/**
 * What the provider says of the user who is signed in already, for the next sign-in without network too; the gate is
 * open. Nothing happens when it is another or nobody, nor when the account or its branch is no longer the `asked` one.
 */
export async function updateAccount(session: Session, asked?: Account): Promise<void> {
  const current = await readCurrent();
  if (!current) return;
  const { userId } = current.row;
  const { email, providerId } = await openFacts(current.keys, userId, current.row.sealedFacts);
  if (!(await isSessionOf(session, { userId, email, providerId })) || (asked && asked.userId !== userId))
    return;
  const branchBefore = asked ? asked.branchId : current.row.branchId;
  const row = await rowOf(accountOf({ userId, providerId }, session, email), current.keys);
  const { branchId, sealedFacts } = row;
  await storing(() =>
    db.transaction('rw', [db.accounts, db.deviceKeys], async () => {
      const before = await db.accounts.get('current');
      if (before?.userId !== userId || before.branchId !== branchBefore) return;
      await db.accounts.put(row);
      await db.deviceKeys.where('userId').equals(userId).modify({ branchId, sealedFacts });
    }),
  );
}

type CopyOf = Pick<DeviceKeyRow, 'id' | 'userId'>;

/** Inside a transaction over deviceKeys and device. */
async function forgetWrongOnes({ id, userId }: CopyOf): Promise<void> {
  await db.deviceKeys.update(id, { wrong: 0, blockedUntil: 0 });
  await renewPinTries(userId);
}

/** The password of whoever is signed in has opened the device's copy of the key. */
export const notePassword = (copy: CopyOf): Promise<void> =>
  storing(() => db.transaction('rw', [db.deviceKeys, db.device], () => forgetWrongOnes(copy)));

/** The same, and with it the locked screen, where it is still theirs: another window may have changed the user. */
export const unlockScreen = (copy: CopyOf): Promise<void> =>
  storing(() =>
    db.transaction('rw', [db.deviceKeys, db.device, db.accounts], async () => {
      await forgetWrongOnes(copy);
      if ((await db.accounts.get('current'))?.userId === copy.userId) await openLock(Date.now());
    }),
  );

/** S9: the provider no longer takes the session; the queue pauses, nothing is dropped. */
export const closeGate = (userId: string): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.accounts, async () => {
      const row = await db.accounts.get('current');
      if (row?.userId === userId && row.gate === 'open') await db.accounts.put({ ...row, gate: 'expired' });
    }),
  );

/** The user leaves: key, cached answers and session go, what is unsent stays sealed (S16, D2). */
export const leaveAccount = (now: number): Promise<void> =>
  storing(() =>
    db.transaction('rw', [db.accounts, db.keys, db.patients, db.cache, db.device], async () => {
      const row = await db.accounts.get('current');
      if (row) await forgetUser(row.userId);
      await db.accounts.delete('current');
      await db.device.delete('session-key');
      await db.device.put({ id: 'pending-sign-out', since: now });
    }),
  );

export const hasPendingSignOut = async (): Promise<boolean> =>
  (await db.device.get('pending-sign-out')) !== undefined;
export const clearPendingSignOut = (): Promise<void> => storing(() => db.device.delete('pending-sign-out'));
