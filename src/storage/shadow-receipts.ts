import { db } from './database.ts';
import { entryOfReceipt, type ReceiptRow } from './records.ts';
import { packRows } from './shadow-format.ts';
import { entryIdOf, isReceipts, receiptsAddressOf, VERSION } from './shadow-place.ts';

/** Shifts that somebody may still ask about, in milliseconds since the capture; the device itself keeps all (S22). */
const KEPT = 7 * 24 * 60 * 60_000;
const since = (): number => Date.now() - KEPT;

/** The owner's, and those of who handed the entry over. */
export const receiptsOf = (entryId: string): Promise<ReceiptRow[]> =>
  db.receipts.where('id').startsWith(entryId).toArray();

const versionOf = (rows: readonly ReceiptRow[]): string =>
  rows.map(({ id, outcome, settledAt }) => `${id}:${outcome}:${settledAt}`).join(' ');

/** Makes the copy of an entry's receipts what the database says. */
export async function followReceipts(cache: Cache, entryId: string): Promise<void> {
  const address = receiptsAddressOf(entryId);
  const rows = (await receiptsOf(entryId)).filter(({ capturedAt }) => capturedAt > since());
  if (rows.length === 0) return void (await cache.delete(address));
  const version = versionOf(rows);
  if ((await cache.match(address))?.headers.get(VERSION) === version) return;
  await cache.put(address, new Response(packRows(rows), { headers: { [VERSION]: version } }));
}

/** By the index alone: a year's receipts are not read at each start. */
async function readRecent(): Promise<Set<string>> {
  const owners = (await db.receipts.orderBy('ownerId').uniqueKeys()) as string[];
  const ids = await Promise.all(
    owners.map((ownerId) =>
      db.receipts
        .where('[ownerId+capturedAt]')
        .between([ownerId, since()], [ownerId, Infinity], false)
        .primaryKeys(),
    ),
  );
  return new Set(ids.flat().map(entryOfReceipt));
}

/** The entries whose receipts have no copy yet, or one for longer than it is kept. */
export async function receiptsToFollow(cache: Cache): Promise<string[]> {
  const copied = new Set((await cache.keys()).filter(isReceipts).map(entryIdOf));
  const recent = await readRecent();
  return [...recent].filter((id) => !copied.has(id)).concat([...copied].filter((id) => !recent.has(id)));
}
