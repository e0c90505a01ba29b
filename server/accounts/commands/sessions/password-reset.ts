import { eq, sql } from 'drizzle-orm';
import type { CompletePasswordResetBody } from '#contract/records/people/accounts.ts';
import { type AccountEventContext, actorOfAccount } from '../../../platform/access/account.ts';
import { checkAndHashPassword } from '../../../platform/access/new-password.ts';
import type { Database, Transaction } from '../../../platform/database/connection/client.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import type { LinkPurpose } from '../mails/link-mail.ts';
import { type UserRow, lockUser } from './lock-user.ts';
import {
  requireOneTimeToken,
  hasLiveInvitation,
  issueRequestedResetToken,
  spendToken,
  voidTokensAndWithdrawMails,
} from './one-time-tokens.ts';
import { recordActivity } from '../../../audit/index.ts';
import { type NewSessionContext, closeSessionsOf, openSession } from './sessions.ts';
import { accountInactiveError } from './sign-in.ts';

export interface OneTimeLink {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly user: UserRow;
}

/**
 * Returns true if a caller who knows only the address may start a reset. Returns false for a suspended account and for an
 * expired invitation: a reset would activate the invited account without an administrator, who can make a new link instead.
 */
export async function canRequestReset(tx: Transaction, { id, status }: UserRow, now: Date): Promise<boolean> {
  return status === 'active' || (status === 'invited' && (await hasLiveInvitation(tx, id, now)));
}

/**
 * Makes a reset that the user requested. Returns null if the account allows no reset or has reached its limit of resets per
 * hour.
 */
export function makeRequestedResetLink(
  db: Database,
  userId: string,
  occasion: AccountEventContext,
): Promise<OneTimeLink | null> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await canRequestReset(tx, user, occasion.at))) return null;
    const purpose = 'password_reset';
    const token = await issueRequestedResetToken(tx, { userId }, occasion.at);
    if (token === null) return null;
    const trace = { actor: actorOfAccount(user), branchId: user.branchId, ...occasion };
    await recordActivity(tx, trace, { action: 'reset_link_made', detail: { user_id: userId, purpose } });
    return { purpose, token, user };
  });
}

const PASSWORD_LINK_PURPOSES: readonly LinkPurpose[] = ['invitation', 'password_reset'];

/**
 * Stores the password. The first password activates an invited account and raises its revision, because the screens of
 * administrators show the status.
 */
async function setPasswordAndActivate(
  tx: Transaction,
  user: UserRow,
  passwordHash: string,
  at: Date,
): Promise<void> {
  const activated =
    user.status === 'invited' ? ({ status: 'active', revision: sql`${users.revision} + 1` } as const) : {};
  await tx
    .update(users)
    .set({ ...activated, passwordHash, updatedAt: at })
    .where(eq(users.id, user.id));
}

/**
 * Sets the password with the token of an invitation or a reset, ends every session of the user, and returns the token of a new
 * session.
 * @throws token_invalid; validation_failed for a password that is easily guessed; account_inactive for a suspended account
 */
export async function setPasswordWithToken(
  db: Database,
  { token, new_password }: CompletePasswordResetBody,
  { deviceKey, ...occasion }: NewSessionContext,
): Promise<string> {
  const { at } = occasion;
  // The token is checked before the password is hashed, so that a caller cannot cause expensive hashing with invented tokens.
  const { userId, purpose } = await requireOneTimeToken(db, token, PASSWORD_LINK_PURPOSES, at);
  if (userId === null) throw new Error('A link belongs to no user');
  const [owner] = await db.select().from(users).where(eq(users.id, userId));
  if (!owner) throw new Error('The user of a link no longer exists');
  const passwordHash = await checkAndHashPassword(new_password, owner, 'new_password');
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.status === 'suspended') throw accountInactiveError();
    await spendToken(tx, token, PASSWORD_LINK_PURPOSES, at);
    await setPasswordAndActivate(tx, user, passwordHash, at);
    await voidTokensAndWithdrawMails(tx, userId, at);
    await closeSessionsOf(tx, userId);
    const session = await openSession(tx, user, { ...occasion, deviceKey });
    const trace = { actor: actorOfAccount(user), branchId: user.branchId, ...occasion };
    await recordActivity(tx, trace, { action: 'password_reset', detail: { purpose } });
    return session;
  });
}
