import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { CapturedStatement } from '#domain/signature/statement.ts';
import { db } from '../database/database.ts';
import type { ItemRow } from '../database/records.ts';
import { keysToSend } from '../keys/keyring.ts';
import { openBody } from './rows/outbox-rows.ts';
import { readFile, readRef } from '../keys/pictures.ts';
import { rowOf } from './claims.ts';
import { storing } from '../base/problem.ts';
import { sha256Hex } from '../vault/vault.ts';

/** What one item carries. `sha256` is of exactly the bytes that travel, hex; `size` in bytes. */
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

async function openContent(row: ItemRow): Promise<ItemContent> {
  const keys = await keysToSend(row.ownerId);
  if (row.sealedBody) {
    const text = await openBody(keys, row.id, row.sealedBody);
    if (text === null) return { type: 'lost' };
    const bytes = new TextEncoder().encode(text);
    return { type: 'body', text, sha256: await sha256Hex(bytes), size: bytes.byteLength };
  }
  if (!row.picture) return { type: 'lost' };
  const read = await readFile(keys, row.picture);
  if (read.type !== 'intact') return { type: 'lost' };
  return { type: 'file', ...read.file, sha256: read.ref.sha256, size: read.ref.size };
}

/** Opens an item's content; bytes that are not those confirmed are `lost`, never sent. */
export const readContent = (itemId: string): Promise<ItemContent> =>
  storing(async () => {
    const row = await db.items.get(itemId);
    return row ? openContent(row) : { type: 'lost' };
  });

/** While it is claimed nobody may write other content (S7): its row is read once. */
const rowOfClaimed = async (claimed: ClaimedItem): Promise<ItemRow | undefined> =>
  rowOf(claimed) ?? db.items.get(claimed.item.id);

/** The same for sending. */
export const readClaimed = (claimed: ClaimedItem): Promise<ItemContent> =>
  storing(async () => {
    const row = await rowOfClaimed(claimed);
    return row ? openContent(row) : { type: 'lost' };
  });

/** Bytes of the file that a claimed item carries, unread; 0 where it is lost. */
export const sizeOfClaimed = (claimed: ClaimedItem): Promise<number> =>
  storing(async () => {
    const row = await rowOfClaimed(claimed);
    if (!row?.picture) return 0;
    return (await readRef(await keysToSend(row.ownerId), row.picture))?.size ?? 0;
  });

/** StorageProblem `locked` where its owner's keys have gone since it was read. */
export const stillOpens = ({ item }: ClaimedItem): Promise<void> =>
  storing(async () => void (await keysToSend(item.ownerId)));
