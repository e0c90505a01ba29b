import { entryStatus, isPrerequisiteKind, prerequisiteAmong } from '#domain/outbox/entry.ts';
import type { Account } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import { draftIdOf, deleteDraftWithImages } from '../drafts/drafts.ts';
import { isEntryBeingCorrected } from '../outbox/registrations/corrections.ts';
import { applyTransitionToRow, decryptBody, toOutboxItem } from '../outbox/rows/outbox-rows.ts';
import { entryClosingTables, createReceiptRow } from '../outbox/rows/close-entries.ts';
import { PackedEntry, type TransferManifest, type PackedItem } from './transfer-content.ts';
import { decryptChunk, type TransferKey } from './transfer-format.ts';
import { readEntryBack, removeUnverifiedEntry } from '../outbox/read-claimed.ts';
import { removeFromHandovers } from '../outbox/rows/transfer-rows.ts';
import {
  splitFilesOfEntry,
  isEntryAuthorised,
  encryptReceivedEntry,
  createReceivingContext,
  type PreparedEntryRows,
  type ReceivingContext,
} from './transfer-unpack.ts';
import { deleteUnreferencedBytes, readEncryptedFile } from '../keys/pictures.ts';
import { runPriorityStorageOperation } from '../base/problem.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

/** Transfer that was opened with its code, from a file or from this tablet. */
export interface OpenTransfer {
  readonly key: TransferKey;
  readonly manifest: TransferManifest;
  /** Positions of the entries that are still to be received. */
  readonly positions: readonly number[];
  read(position: number): Promise<ArrayBuffer | null>;
}

type EntryReceiveResult =
  | 'received'
  /** The entry is already in the receiver's queue, or was delivered or discarded on this tablet. */
  | 'present'
  /** The user who packed the entry is correcting it and keeps it until the correction is sent or undone. */
  | 'being_corrected'
  /**
   * Entry of another user without a valid consent (S14, S23), or an entry that names the receiver as author without the
   * receiver's own consent.
   */
  | 'not_authorised'
  /**
   * The receiver lacks the permission to send the entry. Encrypted under the receiver's key, it could not be sent by any user.
   */
  | 'not_permitted'
  /** The entry is missing, truncated or altered. */
  | 'damaged'
  /** The data that were read back differ from the data written (S2); nothing was changed. */
  | 'unverified';

/** Rows of the entry on this tablet before it was received, to restore them if the read-back fails. */
interface PreviousRows {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

async function readPreviousRows(entryId: string): Promise<PreviousRows | null> {
  const entry = await db.entries.get(entryId);
  if (!entry) return null;
  const items = await findItemsOfEntry(entryId);
  const ids = items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
  const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
  return { entry, items, bytes };
}

/**
 * Returns true if the entry on the author's tablet is unchanged since packing, so that it may move to the receiver's queue. An
 * entry that was edited since then is another request with another key (S7).
 */
const isUnchangedSincePacking = (
  before: PreviousRows,
  packedBy: string,
  { items }: PreparedEntryRows,
): boolean =>
  before.entry.ownerId === packedBy &&
  before.items.every(({ id, key }) => items.some((item) => item.id === id && item.key === key));

/**
 * Returns the items. An item that this tablet has delivered since packing keeps its delivered state, so that it is not sent
 * again.
 */
function mergeDeliveredStates(items: readonly ItemRow[], before: PreviousRows | null): ItemRow[] {
  const mergeArrivedState = (row: ItemRow): ItemRow => {
    const now = before?.items.find(({ id }) => id === row.id);
    if (now?.state.name !== 'delivered') return row;
    return { ...row, state: now.state, sealedRefusal: null };
  };
  const rows = items.map(mergeArrivedState);
  const lead = prerequisiteAmong(rows);
  return rows.map((row) => {
    const held = lead && !isPrerequisiteKind(row.kind) ? toOutboxItem(lead) : null;
    return applyTransitionToRow(row, toOutboxItem(row), held, row.sealedRefusal);
  });
}

/**
 * Leaves the author a receipt, so that no confirmed entry seems lost (S22), and deletes a correction that was opened and not
 * changed. Must run inside the transaction.
 */
async function recordHandoverAndDropDraft(
  { entry, items }: PreviousRows,
  receiverId: string,
  now: number,
): Promise<void> {
  const { id: entryId, ownerId } = entry;
  const left = { id: `${entryId}:${ownerId}`, outcome: 'handed_over', settledAt: now } as const;
  await db.receipts.put(createReceiptRow(entry, items, left));
  await db.receipts.delete(`${entryId}:${receiverId}`); // The receiver had handed over this entry earlier and now gets it back.
  await deleteDraftWithImages(draftIdOf(ownerId, entryId));
}

async function writeReceivedRows(
  { entry, bytes }: PreparedEntryRows,
  rows: readonly ItemRow[],
): Promise<void> {
  const named = new Set(rows.map((row) => row.picture?.bytesId));
  const standing = entryStatus(rows.map(toOutboxItem));
  await db.bytes.bulkAdd(bytes.filter(({ id }) => named.has(id)));
  await db.items.where('entryId').equals(entry.id).delete();
  await db.items.bulkAdd([...rows]);
  await db.entries.put({ ...entry, standing: standing === 'attention' ? standing : 'on_its_way' });
}

type StoreReceivedEntryResult =
  | { readonly type: 'stored'; readonly before: PreviousRows | null; readonly rows: readonly ItemRow[] }
  | { readonly type: 'present' | 'being_corrected' };

/** Stores the entry in one strict transaction, so that it is always in exactly one queue (S14). */
const storeReceivedEntry = (
  prepared: PreparedEntryRows,
  packedBy: string,
  now: number,
): Promise<StoreReceivedEntryResult> =>
  db.transaction('rw', entryClosingTables(), async () => {
    const { id, ownerId } = prepared.entry;
    const before = await readPreviousRows(id);
    const settled = (await db.receipts.get(id)) !== undefined;
    if (settled || before?.entry.ownerId === ownerId) return { type: 'present' };
    if (before && !isUnchangedSincePacking(before, packedBy, prepared)) return { type: 'present' };
    if (before && (await isEntryBeingCorrected(before.entry))) return { type: 'being_corrected' };
    const rows = mergeDeliveredStates(prepared.items, before);
    await writeReceivedRows(prepared, rows);
    if (before) {
      await recordHandoverAndDropDraft(before, ownerId, now);
      await removeFromHandovers([id]);
      await deleteUnreferencedBytes(before.items.map((row) => row.picture?.bytesId));
    }
    return { type: 'stored', before, rows };
  });

async function isItemIntact(keys: VaultKeys, row: ItemRow, packed: PackedItem): Promise<boolean> {
  if (row.sealedBody) return (await decryptBody(keys, row.id, row.sealedBody)) === packed.body;
  if (!row.picture) return true;
  return (await readEncryptedFile(keys, row.picture)).type === 'intact';
}

async function isReceivedIntactOrMovedOn(
  { keys }: ReceivingContext,
  { id, items }: PackedEntry,
  written: readonly ItemRow[],
): Promise<boolean> {
  const found = await readEntryBack(id, written);
  if (found.type === 'gone_on') return true;
  for (const row of found.rows) {
    const packed = items.find((item) => item.id === row.id);
    if (!packed || !(await isItemIntact(keys, row, packed))) return false;
  }
  return found.rows.length === items.length;
}

/**
 * Restores the rows from before the entry was received.
 * @returns false when the entry was sent or changed on this tablet in the meantime
 */
const undoReceivedEntry = (
  entryId: string,
  written: readonly ItemRow[],
  before: PreviousRows | null,
): Promise<boolean> =>
  db.transaction('rw', entryClosingTables(), async () => {
    if (!(await removeUnverifiedEntry(entryId, written))) return false;
    await deleteUnreferencedBytes(written.map((row) => row.picture?.bytesId));
    if (!before) return true;
    await db.bytes.bulkPut([...before.bytes]);
    await db.items.bulkAdd([...before.items]);
    await db.entries.put(before.entry);
    await db.receipts.delete(`${entryId}:${before.entry.ownerId}`);
    return true;
  });

/** Permissions (P6) of which the receiver needs one, by kind of entry. */
const RECEIVE_PERMISSIONS_BY_KIND = {
  registration: ['register_patients'],
  attachment: ['manage_evaluations'],
  correction: ['register_patients', 'manage_evaluations'],
} as const;

/** Receives one entry into the user's queue. Repeating the call changes nothing. */
async function receiveEntry(
  receiver: ReceivingContext,
  transfer: OpenTransfer,
  position: number,
  now: number,
): Promise<EntryReceiveResult> {
  const sealed = await transfer.read(position);
  const chunk = sealed && (await decryptChunk(transfer.key, position, PackedEntry, sealed));
  const files = chunk && splitFilesOfEntry(chunk.head, chunk.rest);
  if (!files) return 'damaged';
  const packed = chunk.head;
  const { actions } = receiver.account;
  if (!RECEIVE_PERMISSIONS_BY_KIND[packed.kind].some((needed) => actions.includes(needed)))
    return 'not_permitted';
  if (!(await isEntryAuthorised(receiver, packed, files))) return 'not_authorised';
  const prepared = await encryptReceivedEntry(receiver, packed, files);
  const stored = await storeReceivedEntry(prepared, transfer.manifest.packedBy.userId, now);
  if (stored.type !== 'stored') return stored.type;
  if (await isReceivedIntactOrMovedOn(receiver, packed, stored.rows)) return 'received';
  return (await undoReceivedEntry(packed.id, stored.rows, stored.before)) ? 'unverified' : 'received';
}

export type ReceivedCounts = Readonly<Record<EntryReceiveResult, number>>;

export const NOTHING_RECEIVED: ReceivedCounts = {
  received: 0,
  present: 0,
  being_corrected: 0,
  not_authorised: 0,
  not_permitted: 0,
  damaged: 0,
  unverified: 0,
};

/**
 * Receives the entries into the user's queue, each in a separate transaction. A crash leaves only complete entries, which the
 * next run reports as `present`.
 */
export const receiveTransfer = (
  account: Account,
  transfer: OpenTransfer,
  now: number,
  onProgress: (done: number, total: number) => void,
): Promise<ReceivedCounts> =>
  runPriorityStorageOperation(async () => {
    const receiver = await createReceivingContext(account, transfer.manifest);
    const counts = { ...NOTHING_RECEIVED };
    for (const [at, position] of transfer.positions.entries()) {
      counts[await receiveEntry(receiver, transfer, position, now)] += 1;
      onProgress(at + 1, transfer.positions.length);
    }
    return counts;
  });
