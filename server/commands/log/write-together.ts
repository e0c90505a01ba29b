import type { Trace } from '../../access/trace.ts';
import type { Database } from '../../database/connection/client.ts';
import { type ActivityEntry, type ActivityLine, recordActivities } from './record-activity.ts';

/**
 * Lines that belong to no change: what was read, and what was refused. One transaction takes all that wait while the one before
 * it is written, so that the log's lock, and the flush of the disk under it, are waited for once and not by each. Every line
 * is there before its call goes on, as before.
 */

interface Waiting {
  readonly line: ActivityLine;
  readonly isThere: () => void;
  readonly failed: (reason: unknown) => void;
}

/** A statement of this many lines stays far below the number of values that PostgreSQL takes. */
const TOGETHER_MAX = 200;
const SQLSTATE_OF_A_ROW = /^2[23]/;

interface DatabaseError {
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Whether a line's own content was refused, which leaves the others to be written without it. */
function isOfOneRow(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause }: DatabaseError = error;
  return (typeof code === 'string' && SQLSTATE_OF_A_ROW.test(code)) || isOfOneRow(cause);
}

class Writer {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
  }

  write(line: ActivityLine): Promise<void> {
    return new Promise((isThere, failed) => {
      this.#waiting.push({ line, isThere, failed });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    // Calls of this tick join it.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#writeSome(this.#waiting.splice(0, TOGETHER_MAX));
    this.#isWriting = false;
  }

  async #writeSome(some: readonly Waiting[]): Promise<void> {
    try {
      await recordActivities(
        this.#db,
        some.map(({ line }) => line),
      );
      for (const { isThere } of some) isThere();
    } catch (error) {
      // It may be committed: a retry could double it.
      if (some.length > 1 && isOfOneRow(error)) for (const one of some) await this.#writeSome([one]);
      else for (const { failed } of some) failed(error);
    }
  }
}

const writers = new WeakMap<Database, Writer>();

/** Writes a line that belongs to no change. @param db not a transaction: its lines are those of its change */
export function tellActivity(db: Database, trace: Trace, entry: ActivityEntry): Promise<void> {
  const writer = writers.get(db) ?? new Writer(db);
  writers.set(db, writer);
  return writer.write([trace, entry]);
}
