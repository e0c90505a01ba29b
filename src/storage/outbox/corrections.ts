import { isCorrectable } from '#domain/outbox/entry.ts';
import type { OutboxItem } from '#domain/outbox/item.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { DraftRow, EntryRow } from '../database/records.ts';
import { draftIdOf } from '../drafts/drafts.ts';
import { readEntry, type RegistrationEntry } from './entries.ts';
import { toItem } from './rows/outbox-rows.ts';

/** What was only opened is as old as what it corrects: `restoreForCorrection` writes it so. */
const isBegun = (entry: EntryRow | undefined, draft: DraftRow | undefined): boolean =>
  entry !== undefined && draft !== undefined && draft.updatedAt !== entry.capturedAt;

/** Only then can somebody finish the correction, or undo it. */
const awaitsCorrection = (items: readonly OutboxItem[]): boolean =>
  items.some((item) => item.kind === 'evaluation' && isCorrectable(item));

/** Ids of this user's entries in whose correction something was typed or captured, and not sent. */
export async function listBegunCorrections(ownerId: string): Promise<string[]> {
  const place = draftIdOf(ownerId, '');
  const drafts = await db.drafts.where('id').startsWith(place).toArray();
  const ids = drafts.map(({ id }) => id.slice(place.length));
  const entries = await db.entries.bulkGet(ids); // What is no correction has no entry.
  return ids.filter((_, nth) => isBegun(entries[nth], drafts[nth]));
}

/** S14: an entry that its owner is correcting stays with them; inside a transaction over `closingTables`. */
export async function isBeingCorrected(entry: EntryRow): Promise<boolean> {
  const [draft, items] = await Promise.all([
    db.drafts.get(draftIdOf(entry.ownerId, entry.id)),
    itemsOf(entry.id),
  ]);
  return isBegun(entry, draft) && awaitsCorrection(items.map(toItem));
}

/** The same of all that this user has not sent. */
export async function listBeingCorrected(ownerId: string): Promise<RegistrationEntry[]> {
  const ids = await listBegunCorrections(ownerId);
  const entries = await Promise.all(ids.map((id) => readEntry(ownerId, id)));
  return entries.flatMap((entry) => (entry && awaitsCorrection(entry.items) ? [entry] : []));
}
