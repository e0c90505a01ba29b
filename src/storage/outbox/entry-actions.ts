import { isEntryDiscardable } from '#domain/outbox/entry.ts';
import { runPriorityStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';
import { toOutboxItem } from './rows/outbox-rows.ts';
import {
  closeEntries,
  entryClosingTables,
  updateEntryStatusOrClose,
  type ClosedEntry,
} from './rows/close-entries.ts';
import { findCorrectionsOfEntries } from '../database/correction-rows.ts';
import { createdEvaluationId, unblockCorrectionPictures } from './rows/held-corrections.ts';
import { storeRowAfterEvent } from './rows/moves.ts';
import { itemsInState } from './rows/due.ts';

/**
 * Makes items due at once when the user retries (S10): waiting and rejected items of the entry `entryId`, or all waiting items
 * of the outbox if `entryId` is null.
 */
export const makeItemsDueForRetry = (ownerId: string, entryId: string | null, now: number): Promise<void> =>
  runPriorityStorageOperation(() =>
    db.transaction('rw', entryClosingTables(), async () => {
      const waiting = await itemsInState(ownerId, 'waiting').toArray();
      const refused = entryId === null ? [] : await itemsInState(ownerId, 'attention').toArray();
      for (const row of [...waiting, ...refused]) {
        if (entryId !== null && row.entryId !== entryId) continue;
        await storeRowAfterEvent(row, { type: 'retry' }, now);
      }
      const entry = entryId === null ? undefined : await db.entries.get(entryId);
      if (entry) await updateEntryStatusOrClose(entry, now);
    }),
  );

/**
 * Returns the corrections that cannot be sent without the registration; none once its evaluation is delivered. Must run inside
 * the transaction.
 */
async function findBlockedCorrections(
  entry: EntryRow,
  rows: readonly ItemRow[],
): Promise<Pick<ClosedEntry, 'entry' | 'rows'>[]> {
  if (entry.kind !== 'registration' || createdEvaluationId(rows) !== null) return [];
  const waiting: Pick<ClosedEntry, 'entry' | 'rows'>[] = [];
  for (const one of await findCorrectionsOfEntries([entry.id]))
    waiting.push({ entry: one, rows: await findItemsOfEntry(one.id) });
  return waiting;
}

/** Discards an entry permanently and leaves a receipt. Does nothing while an item of the entry is being sent (S10). */
export const discardOutboxEntry = (
  ownerId: string,
  entryId: string,
  now: number,
): Promise<'discarded' | 'being_sent'> =>
  runPriorityStorageOperation(() =>
    db.transaction('rw', entryClosingTables(), async () => {
      const entry = await db.entries.get(entryId);
      if (!entry || entry.ownerId !== ownerId) return 'discarded';
      const rows = await findItemsOfEntry(entryId);
      const closings = [{ entry, rows }, ...(await findBlockedCorrections(entry, rows))];
      if (!isEntryDiscardable(closings.flatMap((closing) => closing.rows.map(toOutboxItem))))
        return 'being_sent';
      await unblockCorrectionPictures([entryId]);
      await closeEntries(
        closings.map((closing) => ({ ...closing, outcome: 'discarded', settledAt: now })),
        null,
      );
      return 'discarded';
    }),
  );
