import { eq } from 'drizzle-orm';
import type { ChangePasswordBody } from '#contract/records/people/accounts.ts';
import type { OnAccountRejection } from '../../../platform/access/account.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { checkAndHashPassword } from '../../../platform/access/new-password.ts';
import { passwordMatches } from '../../../platform/access/password.ts';
import type { AuditContext } from '../../../platform/access/audit-context.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { lockUser } from './lock-user.ts';
import { voidTokensAndWithdrawMails } from './one-time-tokens.ts';
import { recordActivity } from '../../../audit/index.ts';
import { closeSessionsOf, renewSessionToken } from './sessions.ts';

const wrongPasswordError = () => new AppError('invalid_credentials', 'La contraseña actual no es válida.');

/**
 * Replaces the caller's password, ends the user's other sessions and voids the user's links. Returns the new token of the
 * caller's session.
 * @throws invalid_credentials when `current_password` is wrong or was changed concurrently; validation_failed for a new
 * password that is easily guessed
 */
export async function changePassword(
  db: Database,
  trace: AuditContext & { readonly actor: Actor },
  { current_password, new_password }: ChangePasswordBody,
  onRejection: OnAccountRejection,
): Promise<string> {
  const { userId, tokenHash } = trace.actor;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('The user of a session no longer exists');
  if (!(await passwordMatches(user.passwordHash, current_password))) {
    onRejection(user, 'password_changed', 'invalid_credentials');
    throw wrongPasswordError();
  }
  const passwordHash = await checkAndHashPassword(new_password, user, 'new_password');
  return db.transaction(async (tx) => {
    if ((await lockUser(tx, userId)).passwordHash !== user.passwordHash) throw wrongPasswordError();
    await tx.update(users).set({ passwordHash, updatedAt: trace.at }).where(eq(users.id, userId));
    await voidTokensAndWithdrawMails(tx, userId, trace.at);
    await closeSessionsOf(tx, userId, tokenHash);
    const token = await renewSessionToken(tx, tokenHash);
    await recordActivity(tx, trace, { action: 'password_changed' });
    return token;
  });
}
