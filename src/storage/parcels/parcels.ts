import type { Unsent } from '#domain/outbox/unsent.ts';
import type { Account } from '../account/accounts.ts';
import { recordAttemptIn } from '../keys/attempts.ts';
import { db } from '../database/database.ts';
import { packerOf } from './packer.ts';
import { Manifest } from './parcel-content.ts';
import { entryFacts, type OnProgress } from './parcel-file.ts';
import { MANIFEST, openChunk, parcelKey, sealChunk, type ParcelKey } from './parcel-format.ts';
import { manifestOf, packEntry, unsentIds, type Packer } from './parcel-pack.ts';
import type { OpenParcel } from './parcel-receive.ts';
import { parcelTables } from '../outbox/rows/parcel-rows.ts';
import { storingFirst } from '../base/problem.ts';
import type { ParcelEntryRow, ParcelRow } from '../database/records.ts';
import { unsentAmong } from '../device/unsent.ts';

/** A handover on this tablet, as far as anybody may know it before its code (D1). */
export interface ParcelView {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: number;
  /** What is still in it. */
  readonly holds: Unsent;
}

/** The entries of which the handover holds copies; each is still in its owner's queue. */
async function holdingsOf({ id }: ParcelRow): Promise<Unsent> {
  const copies = await db.parcelEntries.where('parcelId').equals(id).toArray();
  const entries = await db.entries.bulkGet(copies.map(({ entryId }) => entryId));
  return unsentAmong(entries.filter((entry) => entry !== undefined));
}

/** Handovers that lie here, the oldest first. */
export async function listParcels(): Promise<ParcelView[]> {
  const rows = await db.parcels.toArray();
  const views = rows.map(async (row) => {
    const { id, ownerId, createdAt } = row;
    return { id, ownerId, createdAt, holds: await holdingsOf(row) };
  });
  return (await Promise.all(views)).sort((a, b) => a.createdAt - b.createdAt);
}

/** Inside a transaction over `parcelTables`: all but one, what was begun and never finished too. */
async function removeParcelsOf(ownerId: string, except: string | null): Promise<void> {
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

/** The capturer takes the handover back: from now on only they can send. */
export const withdrawParcels = (ownerId: string): Promise<void> =>
  storingFirst(() => db.transaction('rw', parcelTables(), () => removeParcelsOf(ownerId, null)));

async function packRow(
  packer: Packer,
  key: ParcelKey,
  place: Pick<ParcelEntryRow, 'parcelId' | 'entryId' | 'position'>,
): Promise<{ row: ParcelEntryRow; facts: Manifest['entries'][number] } | null> {
  const packed = await packEntry(packer, place.entryId);
  if (!packed) return null;
  const sealed = await sealChunk(key, place.position, packed.head, packed.files);
  const row = { ...place, id: `${place.parcelId}:${place.position}`, ownerId: packer.account.userId, sealed };
  return { row, facts: entryFacts(packed.head) };
}

/** Not when the entry has left the queue since it was packed: nothing would take the copy away. */
const addIfStill = (row: ParcelEntryRow): Promise<void> =>
  db.transaction('rw', [db.entries, db.parcelEntries], async () => {
    if ((await db.entries.get(row.entryId))?.ownerId === row.ownerId) await db.parcelEntries.add(row);
  });

/** The last transaction: what was left before is replaced, and from now on the handover can be seen. */
const finish = (parcel: ParcelRow): Promise<number> =>
  db.transaction('rw', parcelTables(), async () => {
    await removeParcelsOf(parcel.ownerId, parcel.id);
    const count = await db.parcelEntries.where('parcelId').equals(parcel.id).count();
    if (count > 0) await db.parcels.add(parcel);
    return count;
  });

/**
 * Leaves everything that the user has not sent for whoever knows the code, on this tablet and without network (S14). The
 * rows stay where they are until somebody receives them. One handover a user: it takes the place of the one before.
 * Answers how many it holds; with none there is no handover.
 */
export const leaveParcel = (
  account: Account,
  code: string,
  now: number,
  onProgress: OnProgress,
): Promise<number> =>
  storingFirst(async () => {
    const [packer, key, ids] = await Promise.all([
      packerOf(account, now),
      parcelKey(code),
      unsentIds(account.userId),
    ]);
    const parcelId = crypto.randomUUID();
    const heads: Manifest['entries'] = [];
    for (const [at, entryId] of ids.entries()) {
      const packed = await packRow(packer, key, { parcelId, entryId, position: heads.length + 1 });
      if (packed) {
        await addIfStill(packed.row);
        heads.push(packed.facts);
      }
      onProgress(at + 1, ids.length);
    }
    const sealedManifest = await sealChunk(key, MANIFEST, manifestOf(packer, heads, now));
    return finish({
      id: parcelId,
      ownerId: account.userId,
      createdAt: now,
      salt: key.salt,
      sealedManifest,
      wrong: 0,
      blockedUntil: 0,
    });
  });

export type OpenedParcel =
  | { readonly type: 'open'; readonly parcel: OpenParcel }
  | { readonly type: 'wrong_code' }
  /** The next code is tried after so many milliseconds. */
  | { readonly type: 'wait'; readonly ms: number }
  /** Received, sent or taken back meanwhile. */
  | { readonly type: 'gone' };

async function openRow(row: ParcelRow, key: ParcelKey, manifest: Manifest): Promise<OpenParcel> {
  const still = db.parcelEntries.where('[parcelId+position]').between([row.id, 0], [row.id, Infinity]);
  const positions = ((await still.keys()) as unknown as [string, number][]).map(([, position]) => position);
  const read = async (position: number) =>
    (await db.parcelEntries.get(`${row.id}:${position}`))?.sealed ?? null;
  return { key, manifest, positions, read };
}

/** Opens a handover of this tablet with its code. Wrong ones are counted before they are tried, as passwords are (D2). */
export const openParcel = (id: string, code: string, now: number): Promise<OpenedParcel> =>
  storingFirst(async () => {
    const ms = await recordAttemptIn(db.parcels, id, now);
    if (ms > 0) return { type: 'wait', ms };
    const row = await db.parcels.get(id);
    if (!row) return { type: 'gone' };
    const key = await parcelKey(code, row.salt);
    const manifest = await openChunk(key, MANIFEST, Manifest, row.sealedManifest);
    if (!manifest) return { type: 'wrong_code' };
    await db.parcels.update(id, { wrong: 0, blockedUntil: 0 });
    return { type: 'open', parcel: await openRow(row, key, manifest.head) };
  });
