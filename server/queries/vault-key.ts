import { eq } from 'drizzle-orm';
import type { VaultKey } from '#contract/auth.ts';
import type { Executor } from '../database/client.ts';
import { users } from '../database/schema.ts';

/** The user's data key (D2), which was made with the user. */
export async function findVaultKey(db: Executor, userId: string): Promise<VaultKey> {
  const [row] = await db.select({ key: users.vaultKey }).from(users).where(eq(users.id, userId));
  if (!row) throw new Error('A session without its user');
  return { key: row.key.toString('base64url') };
}
