import { isDiscardable } from '#domain/outbox/entry.ts';
import { storingFirst } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';
import { toItem } from './rows/outbox-rows.ts';
import { closeEntries, closeEntryTables, updateEntry, type SignedVersion } from './rows/closing.ts';
import { correctionsOf } from '../database/correction-rows.ts';
import { createdBy, freePicturesOf } from './rows/holding.ts';
import { moveRow } from './rows/moves.ts';
import { itemsIn } from './rows/due.ts';

/**
 * Makes items due at once on the user's request: the waiting and rejected items of one entry, or the waiting items of the whole
 * queue (S10).
 */
export const retryItems = (ownerId: string, entryId: string | null, now: number): Promise<void> =>
  storingFirst(() =>
    db.transaction('rw', closeEntryTables(), async () => {
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

/**
 * Returns the corrections that are useless without the registration; none once its evaluation is delivered. Runs inside the
 * transaction.
 */
async function waitingFor(
  entry: EntryRow,
  rows: readonly ItemRow[],
): Promise<Pick<SignedVersion, 'entry' | 'rows'>[]> {
  if (entry.kind !== 'registration' || createdBy(rows) !== null) return [];
  const waiting: Pick<SignedVersion, 'entry' | 'rows'>[] = [];
  for (const one of await correctionsOf([entry.id]))
    waiting.push({ entry: one, rows: await itemsOf(one.id) });
  return waiting;
}

/** Discards an entry permanently and leaves a record; not while any item of it is being sent (S10). */
export const removeEntry = (
  ownerId: string,
  entryId: string,
  now: number,
): Promise<'discarded' | 'being_sent'> =>
  storingFirst(() =>
    db.transaction('rw', closeEntryTables(), async () => {
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
