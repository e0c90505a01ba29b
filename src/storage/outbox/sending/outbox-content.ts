import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { CapturedStatement } from '#domain/signature/statement.ts';
import { db } from '../../database/database.ts';
import type { ItemRow } from '../../database/records.ts';
import { requireCachedKeysOf } from '../../keys/keyring.ts';
import { decryptBody } from '../rows/outbox-rows.ts';
import { readEncryptedFile, readFileMetadata } from '../../keys/pictures.ts';
import { findRowWrittenByClaim } from './claims.ts';
import { runStorageOperation } from '../../base/problem.ts';
import { sha256Hex } from '../../vault/vault.ts';

/** Content of one item. `sha256`: hex digest of the bytes that are sent. `size`: number of these bytes. */
export type ItemContent =
  | { readonly type: 'body'; readonly text: string; readonly sha256: string; readonly size: number }
  | {
      readonly type: 'file';
      readonly bytes: ArrayBuffer;
      readonly mime: string;
      readonly name: string;
      readonly statement?: CapturedStatement | undefined;
      readonly sha256: string;
      readonly size: number;
    }
  | { readonly type: 'lost' };

async function decryptItemContent(row: ItemRow): Promise<ItemContent> {
  const keys = await requireCachedKeysOf(row.ownerId);
  if (row.sealedBody) {
    const text = await decryptBody(keys, row.id, row.sealedBody);
    if (text === null) return { type: 'lost' };
    const bytes = new TextEncoder().encode(text);
    return { type: 'body', text, sha256: await sha256Hex(bytes), size: bytes.byteLength };
  }
  if (!row.picture) return { type: 'lost' };
  const read = await readEncryptedFile(keys, row.picture);
  if (read.type !== 'intact') return { type: 'lost' };
  return { type: 'file', ...read.file, sha256: read.ref.sha256, size: read.ref.size };
}

/** Decrypts an item's content. Content that differs from what the user confirmed is returned as `lost` and never sent. */
export const readItemContent = (itemId: string): Promise<ItemContent> =>
  runStorageOperation(async () => {
    const row = await db.items.get(itemId);
    return row ? decryptItemContent(row) : { type: 'lost' };
  });

/** Returns the row of a claimed item. Its content cannot change while it is claimed (S7), so the row is read only once. */
const readRowOfClaimedItem = async (claimed: ClaimedItem): Promise<ItemRow | undefined> =>
  findRowWrittenByClaim(claimed) ?? db.items.get(claimed.item.id);

export const readClaimedContent = (claimed: ClaimedItem): Promise<ItemContent> =>
  runStorageOperation(async () => {
    const row = await readRowOfClaimedItem(claimed);
    return row ? decryptItemContent(row) : { type: 'lost' };
  });

/** Returns the size in bytes of a claimed item's file without reading it; 0 when the file is lost. */
export const readClaimedFileSizeBytes = (claimed: ClaimedItem): Promise<number> =>
  runStorageOperation(async () => {
    const row = await readRowOfClaimedItem(claimed);
    if (!row?.picture) return 0;
    return (await readFileMetadata(await requireCachedKeysOf(row.ownerId), row.picture))?.size ?? 0;
  });

/** Throws StorageProblem `locked` when the owner's keys were removed after the item was claimed. */
export const assertClaimOwnerHasKeys = ({ item }: ClaimedItem): Promise<void> =>
  runStorageOperation(async () => void (await requireCachedKeysOf(item.ownerId)));
