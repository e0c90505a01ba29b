import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection/client.ts';

/**
 * Maximum number of entries linked in one transaction. The batches are limited, because other linking and the writing of access
 * and rejection entries must wait for the end of the transaction.
 */
const LINK_BATCH_SIZE = 2_000;

export async function linkEntries(db: Database): Promise<void> {
  let linkedNow = LINK_BATCH_SIZE;
  while (linkedNow === LINK_BATCH_SIZE) {
    const { rows } = await db.execute<{ n: number }>(sql`select link_activity(${LINK_BATCH_SIZE}) as n`);
    linkedNow = rows[0]?.n ?? 0;
  }
}

/**
 * Maximum time in milliseconds that the response to a change waits until its log entry is linked into the hash chain. If
 * linking takes longer, the response is sent and the entry is linked later.
 */
const MAX_LINK_WAIT_MS = 2_000;

/**
 * Links pending log entries into the hash chain for waiting callers, in one transaction at a time. Callers that arrive during a
 * transaction wait for the next transaction.
 */
class HashChainLinker {
  readonly #db: Database;
  #waiting: (() => void)[] = [];
  #isLinking = false;

  constructor(db: Database) {
    this.#db = db;
  }

  waitUntilLinked(): Promise<void> {
    return new Promise((goOn) => {
      const timer = setTimeout(goOn, MAX_LINK_WAIT_MS);
      this.#waiting.push(() => {
        clearTimeout(timer);
        goOn();
      });
      if (!this.#isLinking) void this.#linkAll();
    });
  }

  async #linkAll(): Promise<void> {
    this.#isLinking = true;
    // Waits until the other callers of this tick have joined the same transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const those = this.#waiting.splice(0);
      // The error is ignored here, because the change is already committed. The next periodic run tries again to link its log
      // entry and reports the error.
      await linkEntries(this.#db).catch(() => undefined);
      for (const goOn of those) goOn();
    }
    this.#isLinking = false;
  }
}

const linkersByDatabase = new WeakMap<Database, HashChainLinker>();

/**
 * Waits until all entries committed before this call are in the hash chain, at most MAX_LINK_WAIT_MS. Never rejects, because
 * the change is already committed and its entry can be linked later.
 */
export function waitUntilLinked(db: Database): Promise<void> {
  const linker = linkersByDatabase.get(db) ?? new HashChainLinker(db);
  linkersByDatabase.set(db, linker);
  return linker.waitUntilLinked();
}
