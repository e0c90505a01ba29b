import { sql } from 'drizzle-orm';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import { createBatcher } from '../../platform/jobs/batches.ts';

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

/** Links pending entries in one transaction at a time; callers that arrive during a transaction wait for the next one. */
const linkForBatchedCallers = createBatcher<Database, null>({
  // The error is ignored here, because the change is already committed. The next periodic run tries again to link its log
  // entry and reports the error.
  handle: (db) => linkEntries(db).catch(() => undefined),
});

/**
 * Waits until all entries committed before this call are in the hash chain, at most MAX_LINK_WAIT_MS. Never rejects, because
 * the change is already committed and its entry can be linked later.
 */
export const linkEntriesAndWait = (db: Database): Promise<void> =>
  waitAtMost(MAX_LINK_WAIT_MS, linkForBatchedCallers(db, null), undefined);
