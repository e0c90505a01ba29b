import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import type { Account } from '../account/accounts.ts';
import { recordAttemptAsWrongInTable } from '../keys/attempts.ts';
import { db } from '../database/database.ts';
import { createPackingContext } from './packer.ts';
import { TransferManifest } from './transfer-content.ts';
import { toManifestEntry, type OnPackingProgress } from './transfer-file.ts';
import {
  MANIFEST_POSITION,
  decryptChunk,
  deriveTransferKey,
  encryptChunk,
  type TransferKey,
} from './transfer-format.ts';
import {
  createTransferManifest,
  packEntry,
  listUnsentEntryIds,
  type PackingContext,
} from './transfer-pack.ts';
import type { OpenTransfer } from './transfer-receive.ts';
import { handoverTables } from '../outbox/rows/transfer-rows.ts';
import { runPriorityStorageOperation } from '../base/problem.ts';
import type { HandoverEntryRow, HandoverRow } from '../database/records.ts';
import { countEntriesByKind } from '../device/unsent.ts';

/** Facts about a handover on this tablet that are shown before its code is entered (D1). */
export interface HandoverView {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: number;
  readonly holds: UnsentCounts;
}

async function countHandoverEntries({ id }: HandoverRow): Promise<UnsentCounts> {
  const copies = await db.parcelEntries.where('parcelId').equals(id).toArray();
  const entries = await db.entries.bulkGet(copies.map(({ entryId }) => entryId));
  return countEntriesByKind(entries.filter((entry) => entry !== undefined));
}

export async function listHandovers(): Promise<HandoverView[]> {
  const rows = await db.parcels.toArray();
  const views = rows.map(async (row) => {
    const { id, ownerId, createdAt } = row;
    return { id, ownerId, createdAt, holds: await countHandoverEntries(row) };
  });
  return (await Promise.all(views)).sort((a, b) => a.createdAt - b.createdAt);
}

/**
 * Deletes the user's handovers, also unfinished ones, except the handover `except`. Must run inside a transaction over
 * `handoverTables`.
 */
async function deleteHandoversOfUser(ownerId: string, except: string | null): Promise<void> {
  await db.parcels
    .where('ownerId')
    .equals(ownerId)
    .filter(({ id }) => id !== except)
    .delete();
  await db.parcelEntries
    .where('ownerId')
    .equals(ownerId)
    .filter(({ parcelId }) => parcelId !== except)
    .delete();
}

/** Deletes the author's handover, so that only the author can send the entries. */
export const withdrawHandovers = (ownerId: string): Promise<void> =>
  runPriorityStorageOperation(() =>
    db.transaction('rw', handoverTables(), () => deleteHandoversOfUser(ownerId, null)),
  );

async function packHandoverEntry(
  packer: PackingContext,
  key: TransferKey,
  place: Pick<HandoverEntryRow, 'parcelId' | 'entryId' | 'position'>,
): Promise<{ row: HandoverEntryRow; facts: TransferManifest['entries'][number] } | null> {
  const packed = await packEntry(packer, place.entryId);
  if (!packed) return null;
  const sealed = await encryptChunk(key, place.position, packed.head, packed.files);
  const row = { ...place, id: `${place.parcelId}:${place.position}`, ownerId: packer.account.userId, sealed };
  return { row, facts: toManifestEntry(packed.head) };
}

/**
 * Adds a packed entry to the handover, unless it has left the queue since it was packed; its packed copy would otherwise never
 * be deleted.
 */
const addHandoverEntryIfQueued = (row: HandoverEntryRow): Promise<void> =>
  db.transaction('rw', [db.entries, db.parcelEntries], async () => {
    if ((await db.entries.get(row.entryId))?.ownerId === row.ownerId) await db.parcelEntries.add(row);
  });

/**
 * Makes the handover visible and deletes the author's earlier one, in the transaction that ends the packing. Returns the number
 * of entries in the handover; without entries, no handover is stored.
 */
const publishAsOnlyHandover = (transfer: HandoverRow): Promise<number> =>
  db.transaction('rw', handoverTables(), async () => {
    await deleteHandoversOfUser(transfer.ownerId, transfer.id);
    const count = await db.parcelEntries.where('parcelId').equals(transfer.id).count();
    if (count > 0) await db.parcels.add(transfer);
    return count;
  });

/**
 * Packs all unsent entries of the user for a colleague who knows the code, on this tablet and without network (S14). The
 * entries stay in the user's queue until a colleague receives them. A new handover replaces the user's earlier one. Returns the
 * number of entries; 0 creates no handover.
 */
export const packAndStoreHandover = (
  account: Account,
  code: string,
  now: number,
  onProgress: OnPackingProgress,
): Promise<number> =>
  runPriorityStorageOperation(async () => {
    const [packer, key, ids] = await Promise.all([
      createPackingContext(account, now),
      deriveTransferKey(code),
      listUnsentEntryIds(account.userId),
    ]);
    const parcelId = crypto.randomUUID();
    const heads: TransferManifest['entries'] = [];
    for (const [at, entryId] of ids.entries()) {
      const packed = await packHandoverEntry(packer, key, { parcelId, entryId, position: heads.length + 1 });
      if (packed) {
        await addHandoverEntryIfQueued(packed.row);
        heads.push(packed.facts);
      }
      onProgress(at + 1, ids.length);
    }
    const sealedManifest = await encryptChunk(
      key,
      MANIFEST_POSITION,
      createTransferManifest(packer, heads, now),
    );
    return publishAsOnlyHandover({
      id: parcelId,
      ownerId: account.userId,
      createdAt: now,
      salt: key.salt,
      sealedManifest,
      wrong: 0,
      blockedUntil: 0,
    });
  });

export type HandoverOpenResult =
  | { readonly type: 'open'; readonly parcel: OpenTransfer }
  | { readonly type: 'wrong_code' }
  /** Wait before the next code is accepted, ms. */
  | { readonly type: 'wait'; readonly ms: number }
  /** The handover no longer exists: its entries were received or sent, or the author cancelled it. */
  | { readonly type: 'gone' };

async function toOpenTransfer(
  row: HandoverRow,
  key: TransferKey,
  manifest: TransferManifest,
): Promise<OpenTransfer> {
  const still = db.parcelEntries.where('[parcelId+position]').between([row.id, 0], [row.id, Infinity]);
  const positions = ((await still.keys()) as unknown as [string, number][]).map(([, position]) => position);
  const read = async (position: number) =>
    (await db.parcelEntries.get(`${row.id}:${position}`))?.sealed ?? null;
  return { key, manifest, positions, read };
}

/**
 * Opens a handover on this tablet with its code. Each attempt counts as wrong before the code is checked, as with passwords
 * (D2).
 */
export const openHandoverOnDevice = (id: string, code: string, now: number): Promise<HandoverOpenResult> =>
  runPriorityStorageOperation(async () => {
    const ms = await recordAttemptAsWrongInTable(db.parcels, id, now);
    if (ms > 0) return { type: 'wait', ms };
    const row = await db.parcels.get(id);
    if (!row) return { type: 'gone' };
    const key = await deriveTransferKey(code, row.salt);
    const manifest = await decryptChunk(key, MANIFEST_POSITION, TransferManifest, row.sealedManifest);
    if (!manifest) return { type: 'wrong_code' };
    await db.parcels.update(id, { wrong: 0, blockedUntil: 0 });
    return { type: 'open', parcel: await toOpenTransfer(row, key, manifest.head) };
  });
