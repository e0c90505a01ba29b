import type { ReceiptRow } from '../database/records.ts';
import { parseReceiptBackup } from './backup-rows.ts';
import { reportBackupFailure } from './backup-cache.ts';
import { unpackRows } from './backup-format.ts';

const keepNewestReceipts = (rows: readonly ReceiptRow[]): ReceiptRow[] => {
  const inOrder = [...rows].sort((one, other) => one.settledAt - other.settledAt);
  return [...new Map(inOrder.map((row) => [row.id, row])).values()];
};

export async function readReceipts(cache: Cache, requests: readonly Request[]): Promise<ReceiptRow[]> {
  const found: ReceiptRow[] = [];
  for (const request of requests) {
    try {
      const copy = await cache.match(request);
      const bytes = await copy?.arrayBuffer();
      if (bytes) found.push(...parseReceiptBackup(unpackRows(bytes)));
    } catch (error) {
      reportBackupFailure(error);
    }
  }
  return keepNewestReceipts(found);
}
