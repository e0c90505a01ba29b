import { eq } from 'drizzle-orm';
import type { Transaction } from '../../database/connection/client.ts';
import { users } from '../../database/tables/accounts.ts';
import { notFound } from '../../base/errors.ts';

export type UserRow = typeof users.$inferSelect;

/**
 * Whoever changes an account, its links or its sessions holds its row first, and so the order of locks is one: the
 * user, then links, then sessions. @throws not_found
 */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(users.id, userId))
    // Weaker than `for update`: rows that only refer to the user need not wait.
    .for('no key update');
  if (!row) throw notFound('Usuario no encontrado.');
  return row;
}
