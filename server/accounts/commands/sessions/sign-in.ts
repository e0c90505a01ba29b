import { eq } from 'drizzle-orm';
import type { LoginBody } from '#contract/records/people/auth.ts';
import { type OnAccountRejection, actorOfAccount } from '../../../platform/access/account.ts';
import { passwordMatches } from '../../../platform/access/password.ts';
import type { Database, Transaction } from '../../../platform/database/connection/client.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { type UserRow, lockUser } from './lock-user.ts';
import { recordActivity } from '../../../audit/index.ts';
import { type NewSessionContext, openSession } from './sessions.ts';

const invalidCredentialsError = () =>
  new AppError('invalid_credentials', 'Credenciales inválidas. Verifica tu correo y contraseña.');
export const accountInactiveError = () =>
  new AppError('account_inactive', 'La cuenta está inactiva. Contacta al administrador.');

async function findSignInError(user: UserRow | undefined, password: string): Promise<AppError | null> {
  if (!(await passwordMatches(user?.passwordHash ?? null, password))) return invalidCredentialsError();
  return user?.status === 'active' ? null : accountInactiveError();
}

/** Rejects the sign-in if the password was replaced or the account was suspended after the password was checked. */
async function lockAndRequireUnchangedUser(tx: Transaction, user: UserRow): Promise<void> {
  const { passwordHash, status } = await lockUser(tx, user.id);
  if (passwordHash !== user.passwordHash) throw invalidCredentialsError();
  if (status !== 'active') throw accountInactiveError();
}

/**
 * Returns the token of a new session.
 * @throws invalid_credentials for an unknown address and for a wrong password, with an identical response and identical effort;
 * account_inactive only for a caller who entered the right password
 */
export async function signIn(
  db: Database,
  { email, password }: LoginBody,
  { deviceKey, ...occasion }: NewSessionContext,
  onRejection: OnAccountRejection,
): Promise<string> {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()));
  const refusal = await findSignInError(user, password);
  if (refusal || !user) {
    if (refusal && user) onRejection(user, 'sign_in', refusal.code);
    throw refusal ?? invalidCredentialsError();
  }
  return db.transaction(async (tx) => {
    await lockAndRequireUnchangedUser(tx, user);
    const token = await openSession(tx, user, { ...occasion, deviceKey });
    const trace = { actor: actorOfAccount(user), branchId: user.branchId, ...occasion };
    await recordActivity(tx, trace, { action: 'sign_in' });
    return token;
  });
}
