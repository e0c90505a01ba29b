import { db } from './database.ts';
import type { ItemRow } from './records.ts';
import { ROWS, type Place } from './shadow-format.ts';
import { entryIdOf, noteFailure, shadowMissing, shadowPlace, type Rows } from './shadow.ts';

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && '$part' in value;

/** @throws TypeError, SyntaxError for what is no such form */
async function unpackRows(packed: Response): Promise<Rows> {
  const form = await packed.formData();
  const buffers = new Map<string, ArrayBuffer>();
  for (const [name, part] of form) if (part instanceof Blob) buffers.set(name, await part.arrayBuffer());
  return JSON.parse(form.get(ROWS) as string, (_key, value: unknown) =>
    isPlace(value) ? buffers.get(value.$part) : value,
  ) as Rows;
}

/** A provider that keeps no keys is looked at first (S23): nobody knows whether the lost row had been sent. */
const perhapsSent = (row: ItemRow): ItemRow =>
  row.state.name === 'delivered' ? row : { ...row, attempts: Math.max(row.attempts, 1) };

type Found =
  | 'restored'
  /** It lies in the outbox. */
  | 'here'
  /** There is a receipt (S10, S22). */
  | 'left';

const putBack = ({ entry, items, bytes }: Rows): Promise<Found> =>
  db.transaction('rw', [db.entries, db.items, db.bytes, db.receipts], async () => {
    if (await db.entries.get(entry.id)) return 'here'; // Another window was as early.
    if (await db.receipts.get(entry.id)) return 'left';
    await db.bytes.bulkPut([...bytes]);
    await db.items.bulkPut(items.map(perhapsSent));
    await db.entries.add(entry);
    return 'restored';
  });

async function restore(cache: Cache, request: Request): Promise<Found> {
  if (await db.entries.get(entryIdOf(request))) return 'here';
  const copy = await cache.match(request);
  const found = copy ? await putBack(await unpackRows(copy)) : 'left';
  if (found === 'left') await cache.delete(request);
  return found;
}

/**
 * At the start: what is in neither outbox nor receipts comes back from its copy, a copy of what has left goes, and what
 * has no copy gets one. Answers how many came back; one that cannot be read keeps no other from it.
 */
export async function restoreFromShadows(): Promise<number> {
  const cache = await shadowPlace();
  if (!cache) return 0;
  let restored = 0;
  for (const request of await cache.keys()) {
    try {
      if ((await restore(cache, request)) === 'restored') restored += 1;
    } catch (error) {
      noteFailure(error);
    }
  }
  void shadowMissing(await db.entries.toCollection().primaryKeys());
  return restored;
}
