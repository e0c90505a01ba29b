import { db } from './database.ts';
import { onEntriesWritten } from './entry-watch.ts';
import { siblingsOf } from './outbox-store.ts';
import { toStorageProblem } from './problem.ts';
import type { BytesRow, EntryRow, ItemRow } from './records.ts';
import { packRows } from './shadow-format.ts';

/**
 * S25: a second copy of each entry of the outbox, in Cache Storage: a browser that finds the database damaged gives the app a
 * new one without a word (docs/decisions/0010). The rows are copied as they lie, sealed (D1), under the keys that they
 * have: what had arrived and comes back arrives once (S7, S23).
 */
export interface Rows {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

const CACHE = 'ventanilla-shadow';
const PATH = '/shadow/';
const VERSION = 'x-shadow-version';

const addressOf = (entryId: string): string => PATH + entryId;
export const entryIdOf = ({ url }: Request): string => new URL(url).pathname.slice(PATH.length);

/** Null where the browser has none: Firefox in a private window, an address without TLS. */
export async function shadowPlace(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return await caches.open(CACHE);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}

/** Another one for other content (S7) and for another queue (S14); how far its sending has come does not count. */
const versionOf = (entry: EntryRow, items: readonly ItemRow[]): string =>
  [entry.ownerId, ...items.map(({ key }) => key).sort()].join(' ');

type Read =
  | { readonly type: 'gone' }
  /** As it was copied. */
  | { readonly type: 'same' }
  | { readonly type: 'other'; readonly version: string; readonly rows: Rows };

/** Pictures are read only for a copy that is to be made: thousands of entries are looked at when the app starts. */
const readRows = (entryId: string, copied: string | null): Promise<Read> =>
  db.transaction('r', [db.entries, db.items, db.bytes], async () => {
    const entry = await db.entries.get(entryId);
    if (!entry) return { type: 'gone' };
    const items = await siblingsOf(entryId);
    const version = versionOf(entry, items);
    if (version === copied) return { type: 'same' };
    const ids = items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
    const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
    return { type: 'other', version, rows: { entry, items, bytes } };
  });

/** Makes the copy what the database says. */
async function follow(entryId: string): Promise<void> {
  const cache = await shadowPlace();
  if (!cache) return;
  const address = addressOf(entryId);
  const copied = (await cache.match(address))?.headers.get(VERSION) ?? null;
  const read = await readRows(entryId, copied);
  switch (read.type) {
    case 'gone':
      await cache.delete(address);
      return;
    case 'same':
      return;
    case 'other':
      await cache.put(address, new Response(packRows(read.rows), { headers: { [VERSION]: read.version } }));
  }
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
  onEntriesWritten((written) =>
    inTurn(async () => {
      for (const id of await written) await follow(id);
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

/** How many entries have their copy; null where the browser has no place for one. */
export async function countShadows(): Promise<number | null> {
  const cache = await shadowPlace();
  return cache && (await cache.keys()).length;
}
