import { db } from './database.ts';
import { DEVICE_KEYS, onWritten } from './entry-watch.ts';
import { siblingsOf } from './outbox-store.ts';
import { toStorageProblem } from './problem.ts';
import { readKeyTreatment, type KeyTreatment } from './provider-traits.ts';
import type { BytesRow, EntryRow, ItemRow } from './records.ts';
import { packRows } from './shadow-format.ts';
import { addressOf, KEYS, shadowPlace, VERSION } from './shadow-place.ts';
import { followReceipts } from './shadow-receipts.ts';

/**
 * S25: a second copy of each entry of the outbox, and of the receipt that it leaves, in Cache Storage: a browser that finds the database damaged gives the app a
 * new one without a word (docs/decisions/0010). The rows are copied as they lie, sealed (D1), under the keys that they
 * have: what had arrived and comes back arrives once (S7, S23).
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

/** Without the files: at a start nearly all copies are there. */
const readVersion = (entryId: string): Promise<string | null> =>
  db.transaction('r', [db.entries, db.items, db.device], async () => {
    const facts = await readFacts(entryId);
    return facts && versionOf(facts, await readKeyTreatment());
  });

type Copied = Rows & { readonly version: string };

const readRows = (entryId: string): Promise<Copied | null> =>
  db.transaction('r', [db.entries, db.items, db.bytes, db.device], async () => {
    const facts = await readFacts(entryId);
    if (!facts) return null;
    const ids = facts.items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
    const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
    return { ...facts, bytes, version: versionOf(facts, await readKeyTreatment()) };
  });

/** A browser may lose what it took: whoever looks again does not for ever. */
const LOOKS = 4;

/**
 * Makes the copy what the database says. Another window or the worker may write between the reading and the copying:
 * whoever has made a copy looks again, so that the last of them finds both alike.
 */
async function followEntry(cache: Cache, entryId: string): Promise<void> {
  const address = addressOf(entryId);
  for (let look = 0; look < LOOKS; look += 1) {
    const version = await readVersion(entryId);
    if (version === null) return void (await cache.delete(address));
    if ((await cache.match(address))?.headers.get(VERSION) === version) return;
    const rows = await readRows(entryId);
    if (rows)
      await cache.put(address, new Response(packRows(rows), { headers: { [VERSION]: rows.version } }));
  }
}

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
  await followReceipts(cache, written); // First: what has arrived is never without either.
  await followEntry(cache, written);
}

/** The entry itself lies where it should. Without room for copies 'Este dispositivo' says how many have none (S20). */
export function noteFailure(error: unknown): void {
  if (!toStorageProblem(error)) reportError(error);
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
  for (const id of entryIds) {
    inTurn(() => follow(id));
    await shadowsKept();
  }
}

/** Settles when the copies of what was written until now are made. */
export const shadowsKept = (): Promise<void> => last;
