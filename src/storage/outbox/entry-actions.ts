import { isDiscardable } from '#domain/outbox/entry.ts';
import { storingFirst } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';
import { toItem } from './rows/outbox-rows.ts';
import { closeEntries, closingTables, updateEntry, type Closing } from './rows/closing.ts';
import { correctionsOf } from '../database/correction-rows.ts';
import { createdBy, freePicturesOf } from './rows/holding.ts';
import { moveRow } from './rows/moves.ts';
import { itemsIn } from './rows/due.ts';

/** A person asks to try now: everything of the entry, or of the whole queue, that waits or was refused (S10). */
export const retryItems = (ownerId: string, entryId: string | null, now: number): Promise<void> =>
  storingFirst(() =>
    db.transaction('rw', closingTables(), async () => {
      const waiting = await itemsIn(ownerId, 'waiting').toArray();
      const refused = entryId === null ? [] : await itemsIn(ownerId, 'attention').toArray();
      for (const row of [...waiting, ...refused]) {
        if (entryId !== null && row.entryId !== entryId) continue;
        await moveRow(row, { type: 'retry' }, now);
      }
      const entry = entryId === null ? undefined : await db.entries.get(entryId);
      if (entry) await updateEntry(entry, now);
    }),
  );

/** Corrections that are of no use without the registration; of one whose evaluation is delivered none. Inside the transaction. */
async function waitingFor(
  entry: EntryRow,
  rows: readonly ItemRow[],
): Promise<Pick<Closing, 'entry' | 'rows'>[]> {
  if (entry.kind !== 'registration' || createdBy(rows) !== null) return [];
  const waiting: Pick<Closing, 'entry' | 'rows'>[] = [];
  for (const one of await correctionsOf([entry.id]))
    waiting.push({ entry: one, rows: await itemsOf(one.id) });
  return waiting;
}

/** Takes an entry out for good and leaves a record; not while any of it is being sent (S10). */
export const removeEntry = (
  ownerId: string,
  entryId: string,
  now: number,
): Promise<'discarded' | 'being_sent'> =>
  storingFirst(() =>
    db.transaction('rw', closingTables(), async () => {
      const entry = await db.entries.get(entryId);
      if (!entry || entry.ownerId !== ownerId) return 'discarded';
      const rows = await itemsOf(entryId);
      const closings = [{ entry, rows }, ...(await waitingFor(entry, rows))];
      if (!isDiscardable(closings.flatMap((closing) => closing.rows.map(toItem)))) return 'being_sent';
      await freePicturesOf([entryId]);
      await closeEntries(
        closings.map((closing) => ({ ...closing, outcome: 'discarded', settledAt: now })),
        null,
      );
      return 'discarded';
    }),
  );
