import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { users } from '../../../schema/accounts/accounts.ts';
import { notFoundError } from '../../../platform/base/errors.ts';

export type UserRow = typeof users.$inferSelect;

/**
 * Locks the user's row. Every change of an account, its links or its sessions must call this first, so that all transactions
 * take locks in the same order: user, links, sessions.
 * @throws not_found
 */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(users.id, userId))
    // This lock is weaker than `for update`, so that inserts of rows that reference the user do not wait.
    .for('no key update');
  if (!row) throw notFoundError('Usuario no encontrado.');
  return row;
}
