import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/** Who links holds up other links and lines of no change, so it is done in pieces. */
const AT_ONCE = 2_000;

/** Links the lines that are committed and not in the chain yet, of every provider. */
export async function linkLines(db: Database): Promise<void> {
  let linkedNow = AT_ONCE;
  while (linkedNow === AT_ONCE) {
    const { rows } = await db.execute<{ n: number }>(sql`select link_activity(${AT_ONCE}) as n`);
    linkedNow = rows[0]?.n ?? 0;
  }
}

/** A change is answered without its link after this: its line is there, and is linked as soon as it can be. */
const LINKED_WITHIN_MS = 2_000;

/** Links for those who wait, one transaction after the other: all that come while one is written go with the next. */
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
    // Calls of this tick join it.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const those = this.#waiting.splice(0);
      // The change is committed, which is what its answer says. What failed here fails in the next round, too, which tells of it.
      await linkLines(this.#db).catch(() => undefined);
      for (const goOn of those) goOn();
    }
    this.#isLinking = false;
  }
}

const linkers = new WeakMap<Database, Linker>();

/**
 * Waits until the lines that were committed before are in the chain. Never fails, and never long: a change is not
 * undone because its line is linked later.
 */
export function linked(db: Database): Promise<void> {
  const linker = linkers.get(db) ?? new Linker(db);
  linkers.set(db, linker);
  return linker.linked();
}
