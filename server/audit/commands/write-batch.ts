import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import { type ActivityEntry, type ActivityWithContext, recordActivities } from './record-activity.ts';

/**
 * Writes log entries about accesses and rejections, which are not part of a change. One transaction writes all entries that
 * arrived during the previous transaction, so that these entries wait only once for the log's lock and the disk. A request
 * continues only when its entry is written.
 */

interface QueuedLogEntry {
  readonly line: ActivityWithContext;
  readonly isThere: () => void;
  readonly failed: (reason: unknown) => void;
}

/** Maximum number of entries in one statement; stays far below PostgreSQL's limit of parameters. */
const MAX_ENTRIES_PER_STATEMENT = 200;
const ENTRY_ERROR_SQLSTATE_PATTERN = /^2[23]/;

interface DatabaseError {
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Returns true if the content of one entry caused the error. The other entries can then be written separately. */
function isEntryContentError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause }: DatabaseError = error;
  return (typeof code === 'string' && ENTRY_ERROR_SQLSTATE_PATTERN.test(code)) || isEntryContentError(cause);
}

class ActivityWriter {
  readonly #db: Database;
  #waiting: QueuedLogEntry[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
  }

  write(line: ActivityWithContext): Promise<void> {
    return new Promise((isThere, failed) => {
      this.#waiting.push({ line, isThere, failed });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    // Waits until the other calls of this tick have joined the same transaction.
    await Promise.resolve();
    while (this.#waiting.length > 0)
      await this.#writeSome(this.#waiting.splice(0, MAX_ENTRIES_PER_STATEMENT));
    this.#isWriting = false;
  }

  async #writeSome(some: readonly QueuedLogEntry[]): Promise<void> {
    try {
      await recordActivities(
        this.#db,
        some.map(({ line }) => line),
      );
      for (const { isThere } of some) isThere();
    } catch (error) {
      // Entries are written separately only if the content of one entry caused the error. After any other error the entries may
      // already be committed, so that a retry could duplicate them.
      if (some.length > 1 && isEntryContentError(error)) for (const one of some) await this.#writeSome([one]);
      else for (const { failed } of some) failed(error);
    }
  }
}

const activityWritersByDatabase = new WeakMap<Database, ActivityWriter>();

/**
 * Writes an entry that is not part of a change.
 * @param db must be the database and not a transaction, because an entry in a transaction is part of that transaction's change
 */
export function appendActivity(db: Database, trace: AuditContext, entry: ActivityEntry): Promise<void> {
  const writer = activityWritersByDatabase.get(db) ?? new ActivityWriter(db);
  activityWritersByDatabase.set(db, writer);
  return writer.write([trace, entry]);
}
