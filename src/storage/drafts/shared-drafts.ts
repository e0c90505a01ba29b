import * as z from 'zod/mini';
import type { MergeSides } from '#domain/three-way.ts';
import { readWithReconnect } from '../database/connection.ts';
import { db } from '../database/database.ts';
import type { SharedDraftRow } from '../database/records.ts';
import { enqueueDraftSave, lastDraftSaveOf } from '../base/in-order.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { decryptJson, encryptJson } from '../vault/vault.ts';

export interface DraftStoreDefinition<Content> {
  readonly schema: z.ZodMiniType<Content>;
  readonly aadOf: (id: string) => string;
  readonly empty: Content;
  readonly isEmpty: (content: Content) => boolean;
  readonly merge: (sides: MergeSides<Content>) => Content;
  /** Converts the stored content to the content that a window displays. */
  readonly shown: (content: Content) => Content;
}

/**
 * Returns the revision of the row; null if no row exists. For a row without a revision, the time of its last change is used.
 */
const draftRevisionOf = (row: SharedDraftRow | undefined): string | null =>
  row ? (row.revision ?? String(row.updatedAt)) : null;

interface SeenDraft<Content> {
  /**
   * Revision of the stored row if its content equals this window's; null if no row is stored; undefined if the content differs
   * or was not read.
   */
  readonly revision: string | null | undefined;
  /** Content that this window last read or wrote. */
  readonly content: Content;
}

/**
 * Returns functions to load and save drafts in one window. Another window (a tab, the installed app) may edit the same draft:
 * each save merges this window's changes into the stored draft and keeps the other window's input.
 */
export function createSharedDraftStore<Content>({
  schema,
  aadOf,
  empty,
  isEmpty,
  merge,
  shown,
}: DraftStoreDefinition<Content>) {
  const seen = new Map<string, SeenDraft<Content>>();

  const read = async ({ id, ownerId, sealed }: SharedDraftRow): Promise<Content> =>
    decryptJson(await requireKeysOf(ownerId), aadOf(id), schema, sealed);

  async function rowOf(id: string, ownerId: string, content: Content): Promise<SharedDraftRow | null> {
    if (isEmpty(content)) return null;
    const sealed = await encryptJson(await requireKeysOf(ownerId), aadOf(id), content);
    return { id, ownerId, sealed, revision: crypto.randomUUID(), updatedAt: Date.now() };
  }

  /**
   * Merges the content into the stored draft and writes it. Returns false if another window wrote during the encryption, which
   * cannot run inside the transaction; the caller then tries again.
   */
  async function write(id: string, ownerId: string, mine: Content): Promise<boolean> {
    const last = seen.get(id) ?? { revision: undefined, content: empty };
    const lying = await db.clinicalDrafts.get(id);
    const isMine = !lying || draftRevisionOf(lying) === last.revision;
    const content = isMine ? mine : merge({ base: last.content, mine, lying: await read(lying) });
    const row = await rowOf(id, ownerId, content);
    const written = await db.transaction('rw', db.clinicalDrafts, async () => {
      if (draftRevisionOf(await db.clinicalDrafts.get(id)) !== draftRevisionOf(lying)) return false;
      if (row) await db.clinicalDrafts.put(row);
      else await db.clinicalDrafts.delete(id);
      return true;
    });
    if (written) seen.set(id, { revision: isMine ? (row?.revision ?? null) : undefined, content: mine });
    return written;
  }

  return {
    /** Reads the stored draft with the input of all windows; null if none is stored. Later saves merge as if it was not read. */
    peek: async (id: string): Promise<Content | null> => {
      const row = await db.clinicalDrafts.get(id);
      return row ? read(row) : null;
    },

    load: (id: string): Promise<Content | null> =>
      readWithReconnect(async () => {
        // Wait for a running save, so that a reopened screen loads the saved content.
        await lastDraftSaveOf(id).catch(() => undefined);
        const row = await db.clinicalDrafts.get(id);
        // Record the revision before decrypting. If decryption fails, the user starts again, and the save may then overwrite
        // the damaged draft.
        seen.set(id, { revision: draftRevisionOf(row), content: empty });
        if (!row) return null;
        const content = shown(await read(row));
        seen.set(id, { revision: draftRevisionOf(row), content });
        return content;
      }),

    /** Saves the draft; deletes it if its content is empty. */
    save: (id: string, ownerId: string, content: Content): Promise<void> =>
      enqueueDraftSave(id, async () => {
        const mine = z.parse(schema, content);
        while (!(await write(id, ownerId, mine)));
      }),
  };
}
