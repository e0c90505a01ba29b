import { db } from './database.ts';
import { DEVICE_KEYS, onWritten, RECEIPT } from './entry-watch.ts';
import { siblingsOf } from './outbox-store.ts';
import { readKeyTreatment, type KeyTreatment } from './provider-traits.ts';
import type { BytesRow, EntryRow, ItemRow } from './records.ts';
import { packRows } from './shadow-format.ts';
import { addressOf, followUntilAlike, KEYS, noteFailure, shadowPlace } from './shadow-place.ts';
import { followReceipts } from './shadow-receipts.ts';

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
 * Another one for other content (S7) and for another queue (S14). How far its sending has come counts only where the
 * same key would not make it arrive once.
 */
const versionOf = ({ entry, items }: Facts, treatment: KeyTreatment): string => {
  const parts = items.map((row) => (treatment === 'kept' ? row.key : `${row.key}:${progressOf(row)}`));
  return [entry.ownerId, ...parts.sort()].join(' ');
};

async function readFacts(entryId: string): Promise<Facts | null> {
  const entry = await db.entries.get(entryId);
  return entry ? { entry, items: await siblingsOf(entryId) } : null;
}

/** Without the files. */
const readVersion = (entryId: string): Promise<string | null> =>
  db.transaction('r', [db.entries, db.items, db.device], async () => {
    const facts = await readFacts(entryId);
    return facts && versionOf(facts, await readKeyTreatment());
  });

const readRows = (entryId: string): Promise<{ rows: Rows; version: string } | null> =>
  db.transaction('r', [db.entries, db.items, db.bytes, db.device], async () => {
    const facts = await readFacts(entryId);
    if (!facts) return null;
    const ids = facts.items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
    const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
    return { rows: { ...facts, bytes }, version: versionOf(facts, await readKeyTreatment()) };
  });

const followEntry = (cache: Cache, entryId: string): Promise<void> =>
  followUntilAlike(
    cache,
    addressOf(entryId),
    () => readRows(entryId),
    () => readVersion(entryId), // At a start nearly all copies are there.
  );

/** A key that no provider keeps (D2): what it sealed would come back and never open. */
async function followKeys(cache: Cache): Promise<void> {
  const own = await db.deviceKeys.filter(({ origin }) => origin === 'device').toArray();
  if (own.length === 0) await cache.delete(KEYS);
  // As a buffer, which is what a copy can hold.
  else
    await cache.put(
      KEYS,
      new Response(packRows(own.map((row) => ({ ...row, salt: row.salt.slice().buffer })))),
    );
}

async function follow(written: string): Promise<void> {
  const cache = await shadowPlace();
  if (!cache) return;
  if (written === DEVICE_KEYS) return followKeys(cache);
  if (!written.startsWith(RECEIPT)) return followEntry(cache, written);
  const capturedAt = written.slice(RECEIPT.length);
  await followReceipts(cache, capturedAt === '' ? undefined : Number(capturedAt));
}

let last: Promise<void> = Promise.resolve();

/** One after the other: of two changes of one entry the copy of the last has to stay. */
function inTurn(work: () => Promise<unknown>): void {
  last = last.then(work).then(() => undefined, noteFailure);
}

/** From now on what this window or worker writes has its copy. */
export const keepShadows = (): void =>
  onWritten((written) =>
    inTurn(async () => {
      for (const id of await written) await follow(id).catch(noteFailure);
    }),
  );

/**
 * For what has none: it was written before there were copies, or there was no room, or the tab died too early. One after
 * the other, so that what is confirmed meanwhile comes between.
 */
export async function shadowMissing(entryIds: readonly string[]): Promise<void> {
  for (const written of [...entryIds, RECEIPT]) {
    inTurn(() => follow(written));
    await shadowsKept();
  }
}

/** Settles when the copies of what was written until now are made. */
export const shadowsKept = (): Promise<void> => last;
