import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';
import { users } from '../../database/tables/accounts.ts';

/**
 * Returns a function that reports whether the database still has no user. The function responds from memory, because /health
 * must not wait for the database. While there is no user, each call starts a check in the background, whose result the next
 * call returns. Once a user exists there are no more checks, because users are never deleted.
 * @param atStart whether the start of the server found no user
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
      // The error of an unreachable database is ignored here, because other requests report it; the next call checks again.
      void look()
        .catch(() => undefined)
        .finally(() => (looking = false));
    }
    return awaits;
  };
}
