import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import { createBatcher } from '../../platform/jobs/batches.ts';
import { type ActivityEntry, type ActivityWithContext, recordActivities } from './record-activity.ts';

/**
 * Writes log entries about accesses and rejections, which are not part of a change. One transaction writes all entries that
 * arrived during the previous transaction, so that these entries wait only once for the log's lock and the disk. A request
 * continues only when its entry is written.
 */

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

const writeEntriesInBatches = createBatcher<Database, ActivityWithContext>({
  handle: recordActivities,
  maxItems: MAX_ENTRIES_PER_STATEMENT,
  isItemError: isEntryContentError,
});

/**
 * Writes an entry that is not part of a change.
 * @param db must be the database and not a transaction, because an entry in a transaction is part of that transaction's change
 */
export const appendActivity = (db: Database, trace: AuditContext, entry: ActivityEntry): Promise<void> =>
  writeEntriesInBatches(db, [trace, entry]);
