import { db } from '../database/database.ts';
import type { ItemRow } from '../database/records.ts';
import { parseEntryBackup } from './backup-rows.ts';
import { entryIdOfBackup } from './backup-cache.ts';
import { unpackRows } from './backup-format.ts';
import type { EntryBackupRows } from './entry-backup.ts';

export { parseKeyBackup } from './backup-rows.ts';
export { readBackedUpReceipts } from './restored-receipts.ts';

/**
 * Counts at least one attempt, because the lost row may have been sent. A server without idempotency keys is then queried
 * before the next attempt (S23).
 */
const markPossiblySent = (row: ItemRow): ItemRow =>
  row.state.name === 'delivered' ? row : { ...row, attempts: Math.max(row.attempts, 1) };

type EntryRestoreResult = 'restored' | 'here' | 'left';

const restoreEntryRows = ({ entry, items, bytes }: EntryBackupRows): Promise<EntryRestoreResult> =>
  db.transaction('rw', [db.entries, db.items, db.bytes, db.receipts], async () => {
    if (await db.entries.get(entry.id)) return 'here'; // Another window may have restored the entry already.
    if (await db.receipts.get(entry.id)) return 'left';
    await db.bytes.bulkPut([...bytes]);
    await db.items.bulkPut(items.map(markPossiblySent));
    await db.entries.add(entry);
    return 'restored';
  });

/**
 * Restores the missing entry of one backup.
 * @throws Error if the backup cannot be read
 */
export async function restoreOrDropBackup(cache: Cache, request: Request): Promise<EntryRestoreResult> {
  const entryId = entryIdOfBackup(request);
  const copy = await cache.match(request);
  const found = copy
    ? await restoreEntryRows(parseEntryBackup(entryId, unpackRows(await copy.arrayBuffer())))
    : 'left';
  if (found === 'left') await cache.delete(request);
  return found;
}
