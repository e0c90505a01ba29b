import { isDiscardable } from '#domain/outbox/entry.ts';
import { holderIn, NO_TYPED_COMPANIES, type DraftContent } from '#domain/registration.ts';
import { storingFirst } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { ItemRow } from '../database/records.ts';
import { seedDraft } from '../drafts/drafts.ts';
import { keysOf } from '../keys/keyring.ts';
import { openRegistration, toItem } from './rows/outbox-rows.ts';
import { closeEntries, closingTables, updateEntry } from './rows/closing.ts';
import { moveRow } from './rows/moves.ts';
import { itemsIn } from './rows/due.ts';

const pictureIn = (rows: readonly ItemRow[], kind: ItemRow['kind']) =>
  rows.find((row) => row.kind === kind)?.picture ?? null;

/** Puts a refused entry back into the wizard: its form and its pictures become the draft of that entry. */
export const restoreForCorrection = (ownerId: string, entryId: string): Promise<void> =>
  storingFirst(async () => {
    const row = await db.entries.get(entryId);
    if (row?.ownerId !== ownerId || row.kind !== 'registration') return;
    const rows = await itemsOf(entryId);
    const { form } = await openRegistration(await keysOf(ownerId), entryId, row.sealedSummary);
    const content: DraftContent = {
      form,
      step: 0,
      linked: null,
      picturesOf: holderIn(form),
      typedCompanies: NO_TYPED_COMPANIES,
    };
    const confirmed = {
      photo: pictureIn(rows, 'photo'),
      signature: pictureIn(rows, 'signature'),
      updatedAt: row.capturedAt, // Until something is typed or captured; `corrections.ts` tells by it.
    };
    await seedDraft(ownerId, entryId, content, confirmed);
  });

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
      if (!isDiscardable(rows.map(toItem))) return 'being_sent';
      await closeEntries([{ entry, rows, outcome: 'discarded', settledAt: now }], null);
      return 'discarded';
    }),
  );
