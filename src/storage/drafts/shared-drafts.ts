import * as z from 'zod/mini';
import type { Sides } from '#domain/three-way.ts';
import { readSurely } from '../database/connection.ts';
import { db } from '../database/database.ts';
import type { ClinicalDraftRow } from '../database/records.ts';
import { inOrder, lastOf } from '../base/in-order.ts';
import { keysOf } from '../keys/keyring.ts';
import { openJson, sealJson } from '../vault/vault.ts';

/** A kind of draft in the store `clinicalDrafts`. */
export interface DraftKind<Content> {
  readonly schema: z.ZodMiniType<Content>;
  readonly aadOf: (id: string) => string;
  readonly empty: Content;
  readonly isEmpty: (content: Content) => boolean;
  readonly merge: (sides: Sides<Content>) => Content;
  /** What lies there, as a window shows it. */
  readonly shown: (content: Content) => Content;
}

/** Null: no row. Of a row from before there were revisions its time has to do. */
const revisionOf = (row: ClinicalDraftRow | undefined): string | null =>
  row ? (row.revision ?? String(row.updatedAt)) : null;

interface Seen<Content> {
  /** Of the row that is exactly what this window holds; undefined where it is not, or where nothing was read. */
  readonly revision: string | null | undefined;
  /** What this window last read or wrote. */
  readonly content: Content;
}

/**
 * The drafts of one window. Another (a tab beside the installed app) may write the same one, and either may be closed: what a
 * window changes goes over what lies there, and what the other typed stays.
 */
export function openDrafts<Content>({ schema, aadOf, empty, isEmpty, merge, shown }: DraftKind<Content>) {
  const seen = new Map<string, Seen<Content>>();

  const read = async ({ id, ownerId, sealed }: ClinicalDraftRow): Promise<Content> =>
    openJson(await keysOf(ownerId), aadOf(id), schema, sealed);

  async function rowOf(id: string, ownerId: string, content: Content): Promise<ClinicalDraftRow | null> {
    if (isEmpty(content)) return null;
    const sealed = await sealJson(await keysOf(ownerId), aadOf(id), content);
    return { id, ownerId, sealed, revision: crypto.randomUUID(), updatedAt: Date.now() };
  }

  /** Sealing cannot be waited for within a transaction: false when another window has written meanwhile. */
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
      readSurely(async () => {
        // A screen that is left and come back to finds what it has just written.
        await lastOf(id).catch(() => undefined);
        const row = await db.clinicalDrafts.get(id);
        // Before it is opened: what cannot be is begun anew, and written over.
        seen.set(id, { revision: revisionOf(row), content: empty });
        if (!row) return null;
        const content = shown(await read(row));
        seen.set(id, { revision: revisionOf(row), content });
        return content;
      }),

    /** What is empty lies nowhere. */
    save: (id: string, ownerId: string, content: Content): Promise<void> =>
      inOrder(id, async () => {
        const mine = z.parse(schema, content);
        while (!(await write(id, ownerId, mine)));
      }),
  };
}
