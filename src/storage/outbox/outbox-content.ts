import { db } from '../database/database.ts';
import { keysOf } from '../keys/keyring.ts';
import { openBody } from './outbox-rows.ts';
import { readFile } from '../keys/pictures.ts';
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
      readonly sha256: string;
      readonly size: number;
    }
  | { readonly type: 'lost' };

/** Opens an item's content for sending; bytes that are not those confirmed are `lost`, never sent. */
export const readContent = (itemId: string): Promise<ItemContent> =>
  storing(async () => {
    const row = await db.items.get(itemId);
    if (!row) return { type: 'lost' };
    const keys = await keysOf(row.ownerId);
    if (row.sealedBody) {
      const text = await openBody(keys, row.id, row.sealedBody);
      if (text === null) return { type: 'lost' };
      const bytes = new TextEncoder().encode(text);
      return { type: 'body', text, sha256: await sha256Hex(bytes), size: bytes.byteLength };
    }
    const read = row.picture ? await readFile(keys, row.picture) : { type: 'missing' as const };
    if (read.type !== 'intact') return { type: 'lost' };
    return { type: 'file', ...read.file, sha256: read.ref.sha256, size: read.ref.size };
  });
