import { entryStanding, isLead, leadAmong } from '#domain/outbox/entry.ts';
import type { Account } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import { draftIdOf, removeDraft } from '../drafts/drafts.ts';
import { isBeingCorrected } from '../outbox/corrections.ts';
import { afterTransition, openBody, toItem } from '../outbox/rows/outbox-rows.ts';
import { closingTables, receiptOf } from '../outbox/rows/closing.ts';
import { PackedEntry, type Manifest, type PackedItem } from './parcel-content.ts';
import { openChunk, type ParcelKey } from './parcel-format.ts';
import { readBack, takeOut } from '../outbox/read-back.ts';
import { dropFromParcels } from '../outbox/rows/parcel-rows.ts';
import { filesOf, isAuthorised, prepare, receiverOf, type Prepared, type Receiver } from './parcel-unpack.ts';
import { dropUnreferenced, readFile } from '../keys/pictures.ts';
import { storingFirst } from '../base/problem.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

/** A parcel that its code has opened, wherever it lies. */
export interface OpenParcel {
  readonly key: ParcelKey;
  readonly manifest: Manifest;
  /** What is still to be received of it. */
  readonly positions: readonly number[];
  /** The sealed chunk; null when it is not there. */
  read(position: number): Promise<ArrayBuffer | null>;
}

/** What became of one entry of a parcel. */
type Receipt =
  | 'received'
  /** It is in this queue, or was settled here. */
  | 'present'
  /** Whoever packed it is correcting it: it stays with them until they send the correction or undo it. */
  | 'being_corrected'
  /** Another person's, without a consent that could be shown (S14, S23); or said to be one's own and not consented to by oneself. */
  | 'not_authorised'
  /** The receiver may not send such a thing: it would lie sealed under them, and nobody else could. */
  | 'not_permitted'
  /** Missing, cut off or altered. */
  | 'damaged'
  /** What was read back is not what was written (S2); nothing was changed. */
  | 'unverified';

/** What lay here of the entry, for the case that the move is taken back. */
interface Before {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

async function lyingHere(entryId: string): Promise<Before | null> {
  const entry = await db.entries.get(entryId);
  if (!entry) return null;
  const items = await itemsOf(entryId);
  const ids = items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
  const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
  return { entry, items, bytes };
}

/**
 * On the capturer's own tablet the entry moves to the receiver's queue. Not when a person has edited it since it was
 * packed: then it is another request under another key (S7).
 */
const isWhatWasPacked = (before: Before, packedBy: string, { items }: Prepared): boolean =>
  before.entry.ownerId === packedBy &&
  before.items.every(({ id, key }) => items.some((item) => item.id === id && item.key === key));

/** What has arrived since it was packed is not sent again. */
function withArrived(items: readonly ItemRow[], before: Before | null): ItemRow[] {
  const arrived = (row: ItemRow): ItemRow => {
    const now = before?.items.find(({ id }) => id === row.id);
    if (now?.state.name !== 'delivered') return row;
    return { ...row, state: now.state, sealedRefusal: null };
  };
  const rows = items.map(arrived);
  const lead = leadAmong(rows);
  return rows.map((row) => {
    const held = lead && !isLead(row.kind) ? toItem(lead) : null;
    return afterTransition(row, toItem(row), held, row.sealedRefusal);
  });
}

/** What the capturer finds: nothing that they confirmed looks lost (S22). A correction that was only opened goes. Inside the transaction. */
async function noteHandedOver({ entry, items }: Before, receiverId: string, now: number): Promise<void> {
  const { id: entryId, ownerId } = entry;
  const left = { id: `${entryId}:${ownerId}`, outcome: 'handed_over', settledAt: now } as const;
  await db.receipts.put(receiptOf(entry, items, left));
  await db.receipts.delete(`${entryId}:${receiverId}`); // It has come back to whoever gave it away before.
  await removeDraft(draftIdOf(ownerId, entryId));
}

/** Inside the transaction. */
async function write({ entry, bytes }: Prepared, rows: readonly ItemRow[]): Promise<void> {
  const named = new Set(rows.map((row) => row.picture?.bytesId));
  const standing = entryStanding(rows.map(toItem));
  await db.bytes.bulkAdd(bytes.filter(({ id }) => named.has(id)));
  await db.items.where('entryId').equals(entry.id).delete();
  await db.items.bulkAdd([...rows]);
  await db.entries.put({ ...entry, standing: standing === 'attention' ? standing : 'on_its_way' });
}

type Stored =
  | { readonly type: 'stored'; readonly before: Before | null; readonly rows: readonly ItemRow[] }
  | { readonly type: 'present' | 'being_corrected' };

/** One strict transaction: before it the entry is where it was, after it in this queue and in no other (S14). */
const store = (prepared: Prepared, packedBy: string, now: number): Promise<Stored> =>
  db.transaction('rw', closingTables(), async () => {
    const { id, ownerId } = prepared.entry;
    const before = await lyingHere(id);
    const settled = (await db.receipts.get(id)) !== undefined;
    if (settled || before?.entry.ownerId === ownerId) return { type: 'present' };
    if (before && !isWhatWasPacked(before, packedBy, prepared)) return { type: 'present' };
    if (before && (await isBeingCorrected(before.entry))) return { type: 'being_corrected' };
    const rows = withArrived(prepared.items, before);
    await write(prepared, rows);
    if (before) {
      await noteHandedOver(before, ownerId, now);
      await dropFromParcels([id]);
      await dropUnreferenced(before.items.map((row) => row.picture?.bytesId));
    }
    return { type: 'stored', before, rows };
  });

async function isItemIntact(keys: VaultKeys, row: ItemRow, packed: PackedItem): Promise<boolean> {
  if (row.sealedBody) return (await openBody(keys, row.id, row.sealedBody)) === packed.body;
  if (!row.picture) return true;
  return (await readFile(keys, row.picture)).type === 'intact';
}

/** S2 */
async function isIntact(
  { keys }: Receiver,
  { id, items }: PackedEntry,
  written: readonly ItemRow[],
): Promise<boolean> {
  const found = await readBack(id, written);
  if (found.type === 'gone_on') return true;
  for (const row of found.rows) {
    const packed = items.find((item) => item.id === row.id);
    if (!packed || !(await isItemIntact(keys, row, packed))) return false;
  }
  return found.rows.length === items.length;
}

/** @returns false where somebody has gone on with it here */
const takeBack = (entryId: string, written: readonly ItemRow[], before: Before | null): Promise<boolean> =>
  db.transaction('rw', closingTables(), async () => {
    if (!(await takeOut(entryId, written))) return false;
    await dropUnreferenced(written.map((row) => row.picture?.bytesId));
    if (!before) return true;
    await db.bytes.bulkPut([...before.bytes]);
    await db.items.bulkAdd([...before.items]);
    await db.entries.put(before.entry);
    await db.receipts.delete(`${entryId}:${before.entry.ownerId}`);
    return true;
  });

/** Permissions of P6, of which one is enough. */
const NEEDED = {
  registration: ['register_patients'],
  attachment: ['manage_evaluations'],
  correction: ['register_patients', 'manage_evaluations'],
} as const;

/** Receives one entry of the parcel into the user's queue. Doing it again changes nothing. */
async function receiveEntry(
  receiver: Receiver,
  parcel: OpenParcel,
  position: number,
  now: number,
): Promise<Receipt> {
  const sealed = await parcel.read(position);
  const chunk = sealed && (await openChunk(parcel.key, position, PackedEntry, sealed));
  const files = chunk && filesOf(chunk.head, chunk.rest);
  if (!files) return 'damaged';
  const packed = chunk.head;
  const { actions } = receiver.account;
  if (!NEEDED[packed.kind].some((needed) => actions.includes(needed))) return 'not_permitted';
  if (!(await isAuthorised(receiver, packed, files))) return 'not_authorised';
  const prepared = await prepare(receiver, packed, files);
  const stored = await store(prepared, parcel.manifest.packedBy.userId, now);
  if (stored.type !== 'stored') return stored.type;
  if (await isIntact(receiver, packed, stored.rows)) return 'received';
  return (await takeBack(packed.id, stored.rows, stored.before)) ? 'unverified' : 'received';
}

export type Reception = Readonly<Record<Receipt, number>>;

export const NOTHING_RECEIVED: Reception = {
  received: 0,
  present: 0,
  being_corrected: 0,
  not_authorised: 0,
  not_permitted: 0,
  damaged: 0,
  unverified: 0,
};

/**
 * Receives what the parcel holds into the user's queue, each entry by itself: a crash in the middle leaves whole entries, and the
 * next time those are `present`.
 */
export const receiveParcel = (
  account: Account,
  parcel: OpenParcel,
  now: number,
  onProgress: (done: number, total: number) => void,
): Promise<Reception> =>
  storingFirst(async () => {
    const receiver = await receiverOf(account, parcel.manifest);
    const counts = { ...NOTHING_RECEIVED };
    for (const [at, position] of parcel.positions.entries()) {
      counts[await receiveEntry(receiver, parcel, position, now)] += 1;
      onProgress(at + 1, parcel.positions.length);
    }
    return counts;
  });
