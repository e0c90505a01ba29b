import { isEditableAfterRejection } from '#domain/outbox/entry.ts';
import type { OutboxItem } from '#domain/outbox/item.ts';
import { db } from '../database/database.ts';
import type { FileColumn } from '../database/records.ts';
import { StorageProblem, runPriorityStorageOperation } from '../base/problem.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import {
  deleteUnreferencedBytes,
  isPictureStoredAsCaptured,
  encryptFile,
  type CapturedPicture,
} from '../keys/pictures.ts';
import { toOutboxItem } from './rows/outbox-rows.ts';
import { entryClosingTables, updateEntryStatusOrClose } from './rows/close-entries.ts';
import { storeRowAfterEvent } from './rows/moves.ts';
import { removeFromHandovers } from './rows/transfer-rows.ts';

/** Rejected item to replace. With a `key`, it is replaced only if its content is still the one sent under that key. */
type RejectedItemToReplace = Pick<OutboxItem, 'id' | 'ownerId'> & Partial<Pick<OutboxItem, 'key'>>;

/** Stores the new picture in the item. Returns false when the item is no longer rejected. Must run inside a transaction. */
async function storeReplacementPicture(
  { id, ownerId, key }: RejectedItemToReplace,
  column: FileColumn,
  now: number,
): Promise<boolean> {
  const row = await db.items.get(id);
  const entry = row && (await db.entries.get(row.entryId));
  if (!row || !entry || row.ownerId !== ownerId || !isEditableAfterRejection(toOutboxItem(row))) return false;
  if (key !== undefined && row.key !== key) return false;
  // No row references the new bytes yet, so the start of another window may have deleted them (orphans.ts).
  if ((await db.bytes.where('id').equals(column.bytesId).count()) === 0)
    throw new StorageProblem('unverified');
  await removeFromHandovers([entry.id]);
  await storeRowAfterEvent(
    { ...row, picture: column, capturedBy: ownerId, consent: null },
    { type: 'correct', key: crypto.randomUUID() },
    now,
  );
  await deleteUnreferencedBytes([row.picture?.bytesId]);
  await updateEntryStatusOrClose(entry, now);
  return true;
}

/**
 * Replaces a rejected photo or signature of a delivered evaluation with a retaken one, under a new key (S7, S10). The new bytes
 * are read back first (S2).
 * @throws StorageProblem `unverified` when they differ from the captured ones
 */
const replaceItemPicture = (
  item: RejectedItemToReplace,
  picture: CapturedPicture,
  now: number,
): Promise<boolean> =>
  runPriorityStorageOperation(async () => {
    const keys = await requireKeysOf(item.ownerId);
    const { row: bytes, column } = await encryptFile(keys, item.ownerId, picture);
    await db.bytes.add(bytes);
    const isWhole = await isPictureStoredAsCaptured(keys, column);
    const isPut =
      isWhole &&
      (await db.transaction('rw', entryClosingTables(), () => storeReplacementPicture(item, column, now)));
    if (!isPut) await db.bytes.delete(bytes.id);
    if (!isWhole) throw new StorageProblem('unverified');
    return isPut;
  });

export const retakeRejectedPicture = (
  ownerId: string,
  itemId: string,
  picture: CapturedPicture,
  now: number,
): Promise<boolean> => replaceItemPicture({ id: itemId, ownerId }, picture, now);

/**
 * Replaces a rejected picture with a smaller copy of it. Returns false when the user has replaced, sent or discarded the
 * picture in the meantime.
 */
export const replaceUnchangedRejectedPicture = (
  { id, ownerId, key }: OutboxItem,
  picture: CapturedPicture,
  now: number,
): Promise<boolean> => replaceItemPicture({ id, ownerId, key }, picture, now);
