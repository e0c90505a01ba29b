import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';

/**
 * Returns a function that returns true while the database has no user. The function returns a stored value, because /health
 * must not wait for the database. While no user exists, each call starts a check in the background, whose result the later
 * calls return. The checks stop when a user exists, because users are never deleted.
 * @param atStart true if the database had no user when the server started
 */
export function createNoUsersCheck(db: Database, atStart: boolean): () => boolean {
  let awaits = atStart;
  let looking = false;
  const queryDatabase = async () => {
    const found = await db
      .select({ one: sql`1` })
      .from(users)
      .limit(1);
    awaits = found.length === 0;
  };
  return () => {
    if (awaits && !looking) {
      looking = true;
      // The error of an unreachable database is ignored, because other requests report it. The next call checks again.
      void queryDatabase()
        .catch(() => undefined)
        .finally(() => (looking = false));
    }
    return awaits;
  };
}
