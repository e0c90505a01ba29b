import { eq } from 'drizzle-orm';
import type { VaultKey } from '#contract/records/people/auth.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';

/** Returns the data key of a user (D2); null when the user does not exist. */
export async function vaultKeyOf(db: Executor, userId: string): Promise<Buffer | null> {
  const [row] = await db.select({ key: users.vaultKey }).from(users).where(eq(users.id, userId));
  return row?.key ?? null;
}

export async function readVaultKey(db: Executor, userId: string): Promise<VaultKey> {
  const key = await vaultKeyOf(db, userId);
  if (!key) throw new Error('The user of a session does not exist');
  return { key: key.toString('base64url') };
}
