import { isCorrectable } from '#domain/outbox/entry.ts';
import type { OutboxItem } from '#domain/outbox/item.ts';
import { db } from '../database/database.ts';
import type { FileColumn } from '../database/records.ts';
import { StorageProblem, withStoragePriority } from '../base/problem.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import {
  deleteUnreferencedBytes,
  isStoredAsCaptured,
  encryptFile,
  type CapturedPicture,
} from '../keys/pictures.ts';
import { toItem } from './rows/outbox-rows.ts';
import { closeEntryTables, updateEntry } from './rows/close-entries.ts';
import { applyRowEvent } from './rows/moves.ts';
import { removeFromTransfers } from './rows/transfer-rows.ts';

/** Rejected item. With a `key`, only its content under that key is replaced, not a newer one. */
type Replaced = Pick<OutboxItem, 'id' | 'ownerId'> & Partial<Pick<OutboxItem, 'key'>>;

/** Stores the new picture in the item. Returns false when the item is no longer rejected. Must run inside a transaction. */
async function putPicture({ id, ownerId, key }: Replaced, column: FileColumn, now: number): Promise<boolean> {
  const row = await db.items.get(id);
  const entry = row && (await db.entries.get(row.entryId));
  if (!row || !entry || row.ownerId !== ownerId || !isCorrectable(toItem(row))) return false;
  if (key !== undefined && row.key !== key) return false;
  // The start of another window may have deleted the new bytes, because no row referenced them yet (orphans.ts).
  if ((await db.bytes.where('id').equals(column.bytesId).count()) === 0)
    throw new StorageProblem('unverified');
  await removeFromTransfers([entry.id]);
  await applyRowEvent(
    { ...row, picture: column, capturedBy: ownerId, consent: null },
    { type: 'correct', key: crypto.randomUUID() },
    now,
  );
  await deleteUnreferencedBytes([row.picture?.bytesId]);
  await updateEntry(entry, now);
  return true;
}

/**
 * Replaces a rejected photo or signature of a delivered evaluation by a retaken one: new bytes, new key (S7, S10). The bytes
 * are read back (S2) before they replace the old ones.
 * @throws StorageProblem `unverified` when they are not what was captured
 */
const replace = (item: Replaced, picture: CapturedPicture, now: number): Promise<boolean> =>
  withStoragePriority(async () => {
    const keys = await requireKeysOf(item.ownerId);
    const { row: bytes, column } = await encryptFile(keys, item.ownerId, picture);
    await db.bytes.add(bytes);
    const isWhole = await isStoredAsCaptured(keys, column);
    const isPut =
      isWhole && (await db.transaction('rw', closeEntryTables(), () => putPicture(item, column, now)));
    if (!isPut) await db.bytes.delete(bytes.id);
    if (!isWhole) throw new StorageProblem('unverified');
    return isPut;
  });

/**
 * Replaces a rejected photo or signature by a picture that the user retook. Returns false when the item is no longer rejected.
 */
export const replacePicture = (
  ownerId: string,
  itemId: string,
  picture: CapturedPicture,
  now: number,
): Promise<boolean> => replace({ id: itemId, ownerId }, picture, now);

/**
 * Replaces the content that was sent under the item's key. Returns false when the user has replaced, sent or discarded it in
 * the meantime.
 */
export const replaceRejected = (
  { id, ownerId, key }: OutboxItem,
  picture: CapturedPicture,
  now: number,
): Promise<boolean> => replace({ id, ownerId, key }, picture, now);
