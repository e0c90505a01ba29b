import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import { readKeyTreatment, type KeyTreatment } from '../database/provider-traits.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import { addressOf, followUntilAlike, type Known } from './copy-cache.ts';

/** An entry as its copy holds it. */
export interface Rows {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

type Facts = Pick<Rows, 'entry' | 'items'>;

/** What has arrived: a provider that keeps no keys would take it for somebody else's, and make it again (S23). */
const progressOf = ({ state, namesakes }: ItemRow): string =>
  [state.name === 'delivered' ? state.remoteId : '', namesakes?.join(',') ?? '-'].join(':');

/**
 * Another one for other content (S7), for another queue (S14), for a correction that knows its evaluation (S30) and under another schema (S21). How far its sending has come counts only where the
 * same key would not make it arrive once.
 */
const versionOf = ({ entry, items }: Facts, treatment: KeyTreatment): string => {
  const parts = items.map((row) => (treatment === 'kept' ? row.key : `${row.key}:${progressOf(row)}`));
  const corrected = entry.corrects?.evaluationId ?? null;
  return [db.verno, entry.ownerId, ...(corrected === null ? [] : [corrected]), ...parts.sort()].join(' ');
};

/** What was delivered or discarded has left a receipt of its id; what else left was seen to (`followGone`). */
async function readFacts(entryId: string): Promise<Known<Facts>> {
  const entry = await db.entries.get(entryId);
  if (entry) return { entry, items: await itemsOf(entryId) };
  return (await db.receipts.get(entryId)) ? 'left' : 'unknown';
}

/** Without the files. */
const readVersion = (entryId: string): Promise<Known<{ version: string }>> =>
  db.transaction('r', [db.entries, db.items, db.receipts, db.device], async () => {
    const facts = await readFacts(entryId);
    if (facts === 'left' || facts === 'unknown') return facts;
    return { version: versionOf(facts, await readKeyTreatment()) };
  });

const readRows = (entryId: string): Promise<Known<{ rows: Rows; version: string }>> =>
  db.transaction('r', [db.entries, db.items, db.bytes, db.receipts, db.device], async () => {
    const facts = await readFacts(entryId);
    if (facts === 'left' || facts === 'unknown') return facts;
    const ids = facts.items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
    const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
    return { rows: { ...facts, bytes }, version: versionOf(facts, await readKeyTreatment()) };
  });

export async function followEntry(cache: Cache, entryId: string): Promise<void> {
  await followUntilAlike(cache, {
    address: addressOf(entryId),
    readRows: () => readRows(entryId),
    readVersion: () => readVersion(entryId), // At a start nearly all copies are there.
  });
}

/** A transaction of this window took it out, and is over; in a later one it may have come again. */
export async function followGone(cache: Cache, entryId: string): Promise<void> {
  if (!(await db.entries.get(entryId))) await cache.delete(addressOf(entryId));
}
