import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';
import { users } from '../../database/tables/accounts.ts';

/**
 * Returns whether the database is still without a user. The response comes from memory, because /health waits for no
 * database; while there is no user, each call looks again for the next one. Users are never deleted, so it ends there.
 * @param atStart whether the start of the program found no user
 */
export function awaitsAdministrator(db: Database, atStart: boolean): () => boolean {
  let awaits = atStart;
  let looking = false;
  const look = async () => {
    const found = await db
      .select({ one: sql`1` })
      .from(users)
      .limit(1);
    awaits = found.length === 0;
  };
  return () => {
    if (awaits && !looking) {
      looking = true;
      // A database that is away is reported by other calls; the next call looks again.
      void look()
        .catch(() => undefined)
        .finally(() => (looking = false));
    }
    return awaits;
  };
}
