import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';
import { users } from '../../database/tables/accounts.ts';

/**
 * Returns a function that reports whether the database still has no user. It responds from memory, because /health must not
 * wait for the database. While there is no user, each call checks again in the background for the next call. Users are never
 * deleted, so the checks end with the first one.
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
      // Other requests report an unreachable database; the next call checks again.
      void look()
        .catch(() => undefined)
        .finally(() => (looking = false));
    }
    return awaits;
  };
}
