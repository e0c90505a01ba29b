import type { DraftContent } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { inOrder, lastOf, settle } from '../base/in-order.ts';
import { keysOf } from '../keys/keyring.ts';
import {
  dropUnreferenced,
  pictureTables,
  readCaptured,
  readsBack,
  sealFile,
  type CapturedPicture,
} from '../keys/pictures.ts';
import { StorageProblem, storing } from '../base/problem.ts';
import type { DraftRow, FileColumn } from '../database/records.ts';
import { SealedDraft } from '../vault/sealed-content.ts';
import { openJsonOr, sealJson, type VaultKeys } from '../vault/vault.ts';

export type { CapturedPicture } from '../keys/pictures.ts';
export type PictureSlot = 'photo' | 'signature';

/** A registration in progress: one a user, and one for each entry that is being corrected. */
export interface Draft {
  readonly content: DraftContent | null;
  readonly photo: CapturedPicture | null;
  readonly signature: CapturedPicture | null;
}

export const draftIdOf = (ownerId: string, entryId: string | null): string =>
  `${ownerId}:${entryId ?? 'new'}`;
export const contentAad = (id: string) => `draft:${id}`;

const emptyRow = (id: string, ownerId: string): DraftRow => ({
  id,
  ownerId,
  sealedContent: null,
  photo: null,
  signature: null,
  revision: crypto.randomUUID(),
  updatedAt: Date.now(),
});

/**
 * The revision of each draft that this window last loaded or wrote; null when it saw that there was none. Two windows
 * on one draft would otherwise confirm one person with the other's photo and signature.
 */
const seen = new Map<string, string | null>();

/** @throws StorageProblem `changed` when another window has written, confirmed or thrown away this draft since */
function refuseStale(id: string, row: DraftRow | undefined): void {
  const last = seen.get(id);
  if (last !== undefined && last !== (row?.revision ?? null)) throw new StorageProblem('changed');
}

/** Inside a transaction over drafts; the answer is to be noted as seen once it has been committed. */
async function patchRow(id: string, ownerId: string, patch: Partial<DraftRow>): Promise<string> {
  const row = await db.drafts.get(id);
  refuseStale(id, row);
  const revision = crypto.randomUUID();
  await db.drafts.put({ ...(row ?? emptyRow(id, ownerId)), ...patch, revision, updatedAt: Date.now() });
  return revision;
}

/** A damaged or missing picture is not shown as if it were there: the person captures it again. */
async function readSlot(keys: VaultKeys, column: FileColumn | null): Promise<CapturedPicture | null> {
  if (!column) return null;
  const read = await readCaptured(keys, column);
  if (read.type !== 'intact') return null;
  const { bytes, mime, name, statement } = read.file;
  return mime === 'application/pdf' ? null : { bytes, mime, name, statement };
}

/** @throws StorageProblem `damaged`, also for what no longer opens: the key is here, and the way out is to begin anew (S20) */
export async function openContent(
  keys: VaultKeys,
  { id, sealedContent }: DraftRow,
): Promise<DraftContent | null> {
  if (!sealedContent) return null;
  const content = await openJsonOr(null, keys, contentAad(id), SealedDraft, sealedContent);
  if (!content) throw new StorageProblem('damaged');
  return content;
}

/** What lies on the device is from here on what this window shows: a save that failed before was told to whoever asked. */
async function readSettled(id: string): Promise<DraftRow | undefined> {
  await settle(id);
  return db.drafts.get(id);
}

/** StorageProblem when the device's storage or the user's key is not to be had. */
export const loadDraft = (ownerId: string, entryId: string | null): Promise<Draft | null> =>
  storing(async () => {
    const id = draftIdOf(ownerId, entryId);
    const row = await readSettled(id);
    seen.set(id, row?.revision ?? null);
    if (!row) return null;
    const keys = await keysOf(ownerId);
    return {
      content: await openContent(keys, row),
      photo: await readSlot(keys, row.photo),
      signature: await readSlot(keys, row.signature),
    };
  });

export function saveDraft(ownerId: string, entryId: string | null, content: DraftContent): Promise<void> {
  const id = draftIdOf(ownerId, entryId);
  return inOrder(id, async () => {
    const sealedContent = await sealJson(await keysOf(ownerId), contentAad(id), content);
    seen.set(id, await db.transaction('rw', db.drafts, () => patchRow(id, ownerId, { sealedContent })));
  });
}

/**
 * Saves a picture and reads it back (S2), or clears it with null; the bytes that it replaces go in the same transaction.
 * @throws StorageProblem `unverified` when what was read back is not what was captured
 */
export function saveDraftPicture(
  ownerId: string,
  entryId: string | null,
  slot: PictureSlot,
  picture: CapturedPicture | null,
): Promise<void> {
  const id = draftIdOf(ownerId, entryId);
  return inOrder(id, async () => {
    const keys = await keysOf(ownerId);
    const sealed = picture ? await sealFile(keys, ownerId, picture) : null;
    const revision = await db.transaction('rw', pictureTables(), async () => {
      const before = (await db.drafts.get(id))?.[slot]?.bytesId;
      if (sealed) await db.bytes.add(sealed.row);
      const written = await patchRow(id, ownerId, { [slot]: sealed?.column ?? null });
      await dropUnreferenced([before]);
      return written;
    });
    seen.set(id, revision);
    if (sealed && !(await readsBack(keys, sealed.column))) throw new StorageProblem('unverified');
  });
}

/** @throws StorageProblem `changed` when it is not what this window shows: nobody has asked to throw that away */
export function discardDraft(ownerId: string, entryId: string | null): Promise<void> {
  const id = draftIdOf(ownerId, entryId);
  return inOrder(id, async () => {
    await db.transaction('rw', pictureTables(), async () => {
      refuseStale(id, await db.drafts.get(id));
      await removeDraft(id);
    });
    noteDraft(id, null);
  });
}

/** What this window knows of a draft after a transaction of its own: a revision, or that it is gone. */
export const noteDraft = (id: string, revision: string | null): void => void seen.set(id, revision);

/** Whether this window has loaded or written the draft, which then must not be deleted by a background job. */
export const isSeen = (id: string): boolean => (seen.get(id) ?? null) !== null;

/** Inside a transaction over `pictureTables`. */
export async function removeDraft(id: string): Promise<void> {
  const row = await db.drafts.get(id);
  if (!row) return;
  await db.drafts.delete(id);
  await dropUnreferenced([row.photo?.bytesId, row.signature?.bytesId]);
}

/**
 * The draft's row once every save that was asked for has been written.
 * @throws StorageProblem `changed` when it is not the one that this window shows
 */
export async function settledDraft(ownerId: string, entryId: string | null): Promise<DraftRow | null> {
  const id = draftIdOf(ownerId, entryId);
  await lastOf(id);
  const row = await db.drafts.get(id);
  refuseStale(id, row);
  return row ?? null;
}

/** Whether a correction was changed since it was opened. `openedAt` is missing from drafts of earlier versions, which had the entry's age. */
export const isBegun = ({ updatedAt, openedAt }: DraftRow, capturedAt: number | undefined): boolean =>
  updatedAt !== (openedAt ?? capturedAt);

/** Stores what a correction starts from as its draft; a correction that was begun is kept. */
export async function seedDraft(
  ownerId: string,
  key: string,
  content: DraftContent,
  opened: Pick<DraftRow, PictureSlot | 'updatedAt' | 'openedWith'>,
): Promise<void> {
  const id = draftIdOf(ownerId, key);
  const sealedContent = await sealJson(await keysOf(ownerId), contentAad(id), content);
  const { updatedAt: openedAt } = opened;
  const row = { ...emptyRow(id, ownerId), sealedContent, ...opened, openedAt };
  const isSeeded = await db.transaction('rw', db.drafts, async () => {
    const before = await db.drafts.get(id);
    if (before && isBegun(before, openedAt)) return false;
    await db.drafts.put(row);
    return true;
  });
  if (isSeeded) noteDraft(id, row.revision);
}
