import { Serial } from '#domain/serial.ts';
import { db } from '../database/database.ts';
import { copyDevice } from '../device/device-identity.ts';
import { onWritten, type Written } from '../database/entry-watch.ts';
import { siblingsOf } from '../outbox/outbox-store.ts';
import { readKeyTreatment, type KeyTreatment } from '../device/provider-traits.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import { followKeys } from '../copies/backup-keys.ts';
import { copyMailKey } from '../copies/backup-mail-key.ts';
import { addressOf, followUntilAlike, noteFailure, openBackups, type Known } from '../copies/backup-cache.ts';
import { followReceipts } from '../copies/backup-receipts.ts';

/**
 * S25: a second copy of each entry of the outbox, and of the week's receipts, in Cache Storage: a browser that finds the
 * database damaged gives the app a new one without a word (docs/decisions/0010). The rows are copied as they lie, sealed
 * (D1), under the keys that they have: what had arrived and comes back arrives once (S7, S23).
 */
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
 * Another one for other content (S7), for another queue (S14) and under another schema (S21). How far its sending has come counts only where the
 * same key would not make it arrive once.
 */
const versionOf = ({ entry, items }: Facts, treatment: KeyTreatment): string => {
  const parts = items.map((row) => (treatment === 'kept' ? row.key : `${row.key}:${progressOf(row)}`));
  return [db.verno, entry.ownerId, ...parts.sort()].join(' ');
};

/** What was delivered or discarded has left a receipt of its id; what else left was seen to (`followGone`). */
async function readFacts(entryId: string): Promise<Known<Facts>> {
  const entry = await db.entries.get(entryId);
  if (entry) return { entry, items: await siblingsOf(entryId) };
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

const followEntry = (cache: Cache, entryId: string): Promise<void> =>
  followUntilAlike(cache, {
    address: addressOf(entryId),
    readRows: () => readRows(entryId),
    readVersion: () => readVersion(entryId), // At a start nearly all copies are there.
  });

/** A transaction of this window took it out, and is over; in a later one it may have come again. */
async function followGone(cache: Cache, entryId: string): Promise<void> {
  if (!(await db.entries.get(entryId))) await cache.delete(addressOf(entryId));
}

async function follow({ type, id }: Written): Promise<void> {
  const cache = await openBackups();
  if (!cache) return;
  switch (type) {
    case 'entry':
      return followEntry(cache, id);
    case 'entry_gone':
      return followGone(cache, id);
    case 'receipts':
      return followReceipts(cache, id === '' ? undefined : Number(id));
    case 'keys':
      return followKeys(cache);
    case 'device':
      await copyMailKey(cache).catch(noteFailure);
      return copyDevice();
  }
}

/** One after the other: of two changes of one entry the copy of the last has to stay. */
const copies = new Serial();
const inTurn = (work: () => Promise<unknown>): void => void copies.run(() => work().catch(noteFailure));

/** Receipts whose turn has not come: a day is copied once for all that was settled until then, and after what waits. */
const waiting = new Set<string>();

function afterEntries(written: Written): void {
  if (waiting.has(written.id)) return;
  waiting.add(written.id);
  inTurn(() => {
    waiting.delete(written.id);
    return follow(written);
  });
}

async function followAll(written: readonly Written[]): Promise<void> {
  for (const one of written) {
    if (one.type === 'receipts') afterEntries(one);
    else await follow(one).catch(noteFailure);
  }
}

/** From now on what this window or worker writes has its copy. */
export const keepBackups = (): void => onWritten((written) => inTurn(async () => followAll(await written)));

/**
 * For what has none: it was written before there were copies, or there was no room, or the tab died too early. One after
 * the other, so that what is confirmed meanwhile comes between.
 */
export async function backUpMissing(entryIds: readonly string[]): Promise<void> {
  inTurn(() => follow({ type: 'keys', id: '' }));
  inTurn(() => follow({ type: 'device', id: '' }));
  for (const id of entryIds) {
    inTurn(() => follow({ type: 'entry', id }));
    await backupsWritten();
  }
  afterEntries({ type: 'receipts', id: '' });
}

/** Settles when the copies of what was written until now are made. */
export async function backupsWritten(): Promise<void> {
  const seen = copies.last;
  await seen;
  if (seen !== copies.last) await backupsWritten(); // Receipts come after what waits.
}
