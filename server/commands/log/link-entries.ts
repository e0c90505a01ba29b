import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/**
 * Entries linked in one transaction. Linking blocks other linking and entries that belong to no change, so it is done in
 * batches.
 */
const AT_ONCE = 2_000;

/** Links the committed log entries of all servers that are not yet in the hash chain. */
export async function linkEntries(db: Database): Promise<void> {
  let linkedNow = AT_ONCE;
  while (linkedNow === AT_ONCE) {
    const { rows } = await db.execute<{ n: number }>(sql`select link_activity(${AT_ONCE}) as n`);
    linkedNow = rows[0]?.n ?? 0;
  }
}

/**
 * After this time the server responds to a change although its log entry is not yet linked into the hash chain; the entry is
 * linked later.
 */
const LINKED_WITHIN_MS = 2_000;

/**
 * Links entries for waiting callers, one transaction at a time. Callers that arrive during a transaction are served by the next
 * one.
 */
class Linker {
  readonly #db: Database;
  #waiting: (() => void)[] = [];
  #isLinking = false;

  constructor(db: Database) {
    this.#db = db;
  }

  linked(): Promise<void> {
    return new Promise((goOn) => {
      const timer = setTimeout(goOn, LINKED_WITHIN_MS);
      this.#waiting.push(() => {
        clearTimeout(timer);
        goOn();
      });
      if (!this.#isLinking) void this.#linkAll();
    });
  }

  async #linkAll(): Promise<void> {
    this.#isLinking = true;
    // Other calls of this tick join the same transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const those = this.#waiting.splice(0);
      // The response states that the change is committed, which is true even if its entry is not linked. If linking fails here,
      // it fails again in the next periodic run, which reports the error.
      await linkEntries(this.#db).catch(() => undefined);
      for (const goOn of those) goOn();
    }
    this.#isLinking = false;
  }
}

const linkers = new WeakMap<Database, Linker>();

/**
 * Waits until all entries committed before this call are in the hash chain. Never fails, and waits at most LINKED_WITHIN_MS,
 * because the change is already committed and its entry can be linked later.
 */
export function waitUntilLinked(db: Database): Promise<void> {
  const linker = linkers.get(db) ?? new Linker(db);
  linkers.set(db, linker);
  return linker.linked();
}
