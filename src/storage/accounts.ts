import type { Session } from '#contract/auth.ts';
import type { Branding } from '#contract/branding.ts';
import { db } from './database.ts';
import { storing } from './problem.ts';
import type { AccountRow } from './records.ts';
import type { VaultKeys } from './vault.ts';

export type Account = Omit<AccountRow, 'id'>;

/** The id that rows carry for their owner: the provider's, or the address where a provider names none. */
export const ownerIdOf = (session: Session, email: string | null): string =>
  session.user_id ?? `email:${(email ?? '').toLowerCase()}`;

const toAccount = ({ id: _current, ...account }: AccountRow): Account => account;

/** Whoever is signed in on this device; null when nobody is. */
export async function readAccount(): Promise<Account | null> {
  const row = await db.accounts.get('current');
  return row ? toAccount(row) : null;
}

const accountFrom = (session: Session, email: string | null): AccountRow => ({
  id: 'current',
  userId: ownerIdOf(session, session.email ?? email),
  email: session.email ?? email,
  displayName: session.display_name,
  branchId: session.branch_id,
  actions: session.actions,
  attachmentMaxBytes: session.attachment_max_bytes,
  gate: 'open',
});

/**
 * Inside a transaction over keys, patients, cache and device: what must not outlive a user's stay here (D2, D4). What
 * the user typed and has not saved stays sealed, like what is unsent (S16).
 */
async function forgetUser(userId: string): Promise<void> {
  await db.keys.delete(userId);
  await db.patients.where('ownerId').equals(userId).delete();
  await db.cache.where('ownerId').equals(userId).delete();
  await db.device.delete('branding');
}

/**
 * Makes the session's user the one of this device. Another user's key and cached answers leave with the same
 * transaction; what that user has not sent stays sealed (S16).
 */
export const enterAccount = (session: Session, email: string | null, keys: VaultKeys): Promise<Account> =>
  storing(() =>
    db.transaction('rw', [db.accounts, db.keys, db.patients, db.cache, db.device], async () => {
      const before = await db.accounts.get('current');
      const row = accountFrom(session, email);
      if (before && before.userId !== row.userId) await forgetUser(before.userId);
      await db.accounts.put(row);
      await db.keys.put({ userId: row.userId, ...keys });
      await db.device.delete('pending-sign-out');
      return toAccount(row);
    }),
  );

/** New facts about the user who is signed in already; nothing happens when it is another or nobody. */
export const updateAccount = (session: Session): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.accounts, async () => {
      const before = await db.accounts.get('current');
      if (!before || before.userId !== ownerIdOf(session, before.email)) return;
      await db.accounts.put(accountFrom(session, before.email));
    }),
  );

/** S9: the provider no longer takes the session; the queue pauses, nothing is dropped. */
export const setGate = (userId: string, gate: Account['gate']): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.accounts, async () => {
      const row = await db.accounts.get('current');
      if (row?.userId === userId && row.gate !== gate) await db.accounts.put({ ...row, gate });
    }),
  );

/** The user leaves: key, cached answers and session go, what is unsent stays sealed (S16, D2). */
export const leaveAccount = (now: number): Promise<void> =>
  storing(() =>
    db.transaction('rw', [db.accounts, db.keys, db.patients, db.cache, db.device], async () => {
      const row = await db.accounts.get('current');
      if (row) await forgetUser(row.userId);
      await db.accounts.delete('current');
      await db.device.put({ id: 'pending-sign-out', since: now });
    }),
  );

export const hasPendingSignOut = async (): Promise<boolean> =>
  (await db.device.get('pending-sign-out')) !== undefined;
export const clearPendingSignOut = (): Promise<void> => storing(() => db.device.delete('pending-sign-out'));

export async function readBranding(): Promise<Branding | null> {
  const row = await db.device.get('branding');
  return row?.id === 'branding' ? row.branding : null;
}

export const saveBranding = (ownerId: string, branding: Branding): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'branding', ownerId, branding });
  });
