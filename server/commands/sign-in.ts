import { eq } from 'drizzle-orm';
import type { LoginBody } from '#contract/auth.ts';
import { passwordMatches } from '../access/password.ts';
import type { Database } from '../database/client.ts';
import { users } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { recordActivity } from './record-activity.ts';
import { openSession } from './sessions.ts';

/** When and with what somebody signs in or out. */
export interface Occasion {
  readonly at: Date;
  readonly device: string | null;
}

/**
 * Answers the token of a new session.
 * @throws invalid_credentials, the same and after the same work for an unknown address and a wrong password;
 * account_inactive only to who knows the password.
 */
export async function signIn(
  db: Database,
  { email, password }: LoginBody,
  occasion: Occasion,
): Promise<string> {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!(await passwordMatches(user?.passwordHash ?? null, password)) || !user)
    throw new AppError('invalid_credentials', 'Credenciales inválidas. Verifica tu correo y contraseña.');
  if (user.status !== 'active')
    throw new AppError('account_inactive', 'La cuenta está inactiva. Contacta al administrador.');
  const { id: userId, displayName, branchId } = user;
  return db.transaction(async (tx) => {
    const token = await openSession(tx, user, occasion.at);
    await recordActivity(
      tx,
      { actor: { userId, displayName }, branchId, ...occasion },
      { action: 'sign_in' },
    );
    return token;
  });
}
