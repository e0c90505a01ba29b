import type { OutboxReceiptRow } from '../database/records.ts';
import { parseReceiptBackup } from './backup-rows.ts';
import { reportUnexpectedBackupError } from './backup-cache.ts';
import { unpackRows } from './backup-format.ts';

const keepNewestReceiptVersions = (rows: readonly OutboxReceiptRow[]): OutboxReceiptRow[] => {
  const inOrder = [...rows].sort((one, other) => one.settledAt - other.settledAt);
  return [...new Map(inOrder.map((row) => [row.id, row])).values()];
};

export async function readBackedUpReceipts(
  cache: Cache,
  requests: readonly Request[],
): Promise<OutboxReceiptRow[]> {
  const found: OutboxReceiptRow[] = [];
  for (const request of requests) {
    try {
      const copy = await cache.match(request);
      const bytes = await copy?.arrayBuffer();
      if (bytes) found.push(...parseReceiptBackup(unpackRows(bytes)));
    } catch (error) {
      reportUnexpectedBackupError(error);
    }
  }
  return keepNewestReceiptVersions(found);
}
