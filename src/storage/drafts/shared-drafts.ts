import * as z from 'zod/mini';
import type { MergeSides } from '#domain/three-way.ts';
import { readWithReconnect } from '../database/connection.ts';
import { db } from '../database/database.ts';
import type { ClinicalDraftRow } from '../database/records.ts';
import { runInOrder, lastSaveOf } from '../base/in-order.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { decryptJson, encryptJson } from '../vault/vault.ts';

/** Kind of draft in the table `clinicalDrafts`. */
export interface DraftKind<Content> {
  readonly schema: z.ZodMiniType<Content>;
  readonly aadOf: (id: string) => string;
  readonly empty: Content;
  readonly isEmpty: (content: Content) => boolean;
  readonly merge: (sides: MergeSides<Content>) => Content;
  /** Converts the stored content to what a window shows. */
  readonly shown: (content: Content) => Content;
}

/**
 * Returns the revision of the row; null without a row. A row without a revision is identified by the time of its last change.
 */
const revisionOf = (row: ClinicalDraftRow | undefined): string | null =>
  row ? (row.revision ?? String(row.updatedAt)) : null;

interface Seen<Content> {
  /** Revision of the stored row that has the same content as this window; undefined if no row does or nothing was read. */
  readonly revision: string | null | undefined;
  /** Content that this window last read or wrote. */
  readonly content: Content;
}

/**
 * Opens the drafts of one window. Another window, such as a tab next to the installed app, may write the same draft, and either
 * may be closed: changes of a window are merged into the stored draft, and input of the other window stays.
 */
export function openDrafts<Content>({ schema, aadOf, empty, isEmpty, merge, shown }: DraftKind<Content>) {
  const seen = new Map<string, Seen<Content>>();

  const read = async ({ id, ownerId, sealed }: ClinicalDraftRow): Promise<Content> =>
    decryptJson(await requireKeysOf(ownerId), aadOf(id), schema, sealed);

  async function rowOf(id: string, ownerId: string, content: Content): Promise<ClinicalDraftRow | null> {
    if (isEmpty(content)) return null;
    const sealed = await encryptJson(await requireKeysOf(ownerId), aadOf(id), content);
    return { id, ownerId, sealed, revision: crypto.randomUUID(), updatedAt: Date.now() };
  }

  /**
   * Merges and writes the draft. Returns false if another window has written in the meantime, because encryption cannot be
   * awaited within a transaction.
   */
  async function write(id: string, ownerId: string, mine: Content): Promise<boolean> {
    const last = seen.get(id) ?? { revision: undefined, content: empty };
    const lying = await db.clinicalDrafts.get(id);
    const isMine = !lying || revisionOf(lying) === last.revision;
    const content = isMine ? mine : merge({ base: last.content, mine, lying: await read(lying) });
    const row = await rowOf(id, ownerId, content);
    const written = await db.transaction('rw', db.clinicalDrafts, async () => {
      if (revisionOf(await db.clinicalDrafts.get(id)) !== revisionOf(lying)) return false;
      if (row) await db.clinicalDrafts.put(row);
      else await db.clinicalDrafts.delete(id);
      return true;
    });
    if (written) seen.set(id, { revision: isMine ? (row?.revision ?? null) : undefined, content: mine });
    return written;
  }

  return {
    load: (id: string): Promise<Content | null> =>
      readWithReconnect(async () => {
        // Wait for the last save, so that a screen that is reopened finds it.
        await lastSaveOf(id).catch(() => undefined);
        const row = await db.clinicalDrafts.get(id);
        // Record the revision before decryption: a draft that cannot be decrypted is started again and overwritten.
        seen.set(id, { revision: revisionOf(row), content: empty });
        if (!row) return null;
        const content = shown(await read(row));
        seen.set(id, { revision: revisionOf(row), content });
        return content;
      }),

    /** Saves the draft; an empty one is deleted. */
    save: (id: string, ownerId: string, content: Content): Promise<void> =>
      runInOrder(id, async () => {
        const mine = z.parse(schema, content);
        while (!(await write(id, ownerId, mine)));
      }),
  };
}
