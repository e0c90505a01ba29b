import { randomBytes, randomUUID } from 'node:crypto';
import type { Permission, UserStatus } from '#contract/vocabulary.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { userPermissions, users } from '../../../schema/accounts/accounts.ts';
import { AppError } from '../../../platform/base/errors.ts';
import type { UserRow } from '../sessions/lock-user.ts';

export interface NewUser {
  readonly email: string;
  readonly displayName: string;
  readonly status: UserStatus;
  /** Null until the user sets a password with a link. */
  readonly passwordHash: string | null;
  readonly branchId: string | null;
  readonly permissions: readonly Permission[];
}

/** Inserts the user's permissions. The caller must have deleted the previous permissions. */
export async function insertPermissions(
  tx: Transaction,
  userId: string,
  permissions: readonly Permission[],
): Promise<void> {
  if (permissions.length > 0)
    await tx.insert(userPermissions).values(permissions.map((permission) => ({ userId, permission })));
}

/**
 * Creates a user with a separate data key (D2).
 * @throws email_taken
 */
export async function insertUserAccount(
  tx: Transaction,
  { permissions, ...account }: NewUser,
  at: Date,
): Promise<UserRow> {
  const [user] = await tx
    .insert(users)
    .values({ id: randomUUID(), ...account, vaultKey: randomBytes(32), createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: users.email })
    .returning();
  if (!user) {
    const message = 'Ya existe un usuario con este correo.';
    throw new AppError('email_taken', message, { details: [{ field: 'email', message }] });
  }
  await insertPermissions(tx, user.id, permissions);
  return user;
}
