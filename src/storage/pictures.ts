import { db } from './database.ts';
import type { BytesRow, PictureColumn } from './records.ts';
import { openBytes, openJson, sealBytes, sealJson, sha256Hex, type VaultKeys } from './vault.ts';

/** A photo or a signature as it was captured. */
export interface CapturedPicture {
  readonly bytes: ArrayBuffer;
  readonly mime: 'image/jpeg' | 'image/png';
  readonly name: string;
}

/** What a picture's bytes must be. */
export interface PictureRef {
  readonly sha256: string;
  readonly size: number;
  readonly mime: CapturedPicture['mime'];
  readonly name: string;
}

const bytesPlace = (bytesId: string) => `bytes:${bytesId}`;
const refPlace = (bytesId: string) => `picture:${bytesId}`;

/**
 * Seals a picture ahead of the transaction that stores it: encryption is asynchronous and would end one. The caller
 * adds `row` and keeps `column` in the same transaction.
 */
export async function sealPicture(
  keys: VaultKeys,
  ownerId: string,
  picture: CapturedPicture,
): Promise<{ row: BytesRow; column: PictureColumn }> {
  const bytesId = crypto.randomUUID();
  const ref: PictureRef = {
    sha256: await sha256Hex(picture.bytes),
    size: picture.bytes.byteLength,
    mime: picture.mime,
    name: picture.name,
  };
  const [sealed, sealedRef] = await Promise.all([
    sealBytes(keys, bytesPlace(bytesId), picture.bytes),
    sealJson(keys, refPlace(bytesId), ref),
  ]);
  return { row: { id: bytesId, ownerId, sealed }, column: { bytesId, sealedRef } };
}

export type PictureRead =
  | { readonly type: 'intact'; readonly picture: CapturedPicture; readonly ref: PictureRef }
  | { readonly type: 'missing' }
  | { readonly type: 'damaged' };

/** Reads a picture by primary key and compares it with its SHA-256 (S2, S19). */
export async function readPicture(keys: VaultKeys, column: PictureColumn): Promise<PictureRead> {
  const row = await db.bytes.get(column.bytesId);
  if (!row) return { type: 'missing' };
  const ref = await openJson<PictureRef>(keys, refPlace(column.bytesId), column.sealedRef);
  const bytes = await openBytes(keys, bytesPlace(column.bytesId), row.sealed);
  if ((await sha256Hex(bytes)) !== ref.sha256) return { type: 'damaged' };
  return { type: 'intact', picture: { bytes, mime: ref.mime, name: ref.name }, ref };
}

/** Deletes bytes that no draft and no item names any more. Inside a transaction over drafts, items and bytes. */
export async function dropUnreferenced(bytesIds: readonly (string | undefined)[]): Promise<void> {
  for (const id of bytesIds) {
    if (id === undefined) continue;
    const named =
      (await db.items.where('picture.bytesId').equals(id).count()) +
      (await db.drafts.where('photo.bytesId').equals(id).count()) +
      (await db.drafts.where('signature.bytesId').equals(id).count());
    if (named === 0) await db.bytes.delete(id);
  }
}
