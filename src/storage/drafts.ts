import type { DraftContent } from '#domain/registration.ts';
import { db } from './database.ts';
import { inOrder, lastOf } from './in-order.ts';
import { keysOf } from './keyring.ts';
import { dropUnreferenced, readFile, sealFile, type CapturedPicture } from './pictures.ts';
import { storing } from './problem.ts';
import type { DraftRow, PictureColumn } from './records.ts';
import { openJson, sealJson, type VaultKeys } from './vault.ts';

export type { CapturedPicture } from './pictures.ts';
export type PictureSlot = 'photo' | 'signature';

/** A registration in progress: one a user, and one for each entry that is being corrected. */
export interface Draft {
  readonly content: DraftContent | null;
  readonly photo: CapturedPicture | null;
  readonly signature: CapturedPicture | null;
  readonly updatedAt: number;
}

const draftId = (ownerId: string, entryId: string | null): string => `${ownerId}:${entryId ?? 'new'}`;
const contentPlace = (id: string) => `draft:${id}`;

const emptyRow = (id: string, ownerId: string): DraftRow => ({
  id,
  ownerId,
  sealedContent: null,
  photo: null,
  signature: null,
  updatedAt: Date.now(),
});

async function patchRow(id: string, ownerId: string, patch: Partial<DraftRow>): Promise<void> {
  const row = (await db.drafts.get(id)) ?? emptyRow(id, ownerId);
  await db.drafts.put({ ...row, ...patch, updatedAt: Date.now() });
}

/** A damaged or missing picture is not shown as if it were there: the person captures it again. */
async function readSlot(keys: VaultKeys, column: PictureColumn | null): Promise<CapturedPicture | null> {
  if (!column) return null;
  const read = await readFile(keys, column);
  if (read.type !== 'intact') return null;
  const { bytes, mime, name } = read.file;
  return mime === 'application/pdf' ? null : { bytes, mime, name };
}

/** StorageProblem when the device's storage or the user's key is not to be had. */
export const loadDraft = (ownerId: string, entryId: string | null): Promise<Draft | null> =>
  storing(async () => {
    const row = await db.drafts.get(draftId(ownerId, entryId));
    if (!row) return null;
    const keys = await keysOf(ownerId);
    const { id, sealedContent } = row;
    return {
      content: sealedContent ? await openJson<DraftContent>(keys, contentPlace(id), sealedContent) : null,
      photo: await readSlot(keys, row.photo),
      signature: await readSlot(keys, row.signature),
      updatedAt: row.updatedAt,
    };
  });

export function saveDraft(ownerId: string, entryId: string | null, content: DraftContent): Promise<void> {
  const id = draftId(ownerId, entryId);
  return inOrder(id, async () => {
    const sealedContent = await sealJson(await keysOf(ownerId), contentPlace(id), content);
    await db.transaction('rw', db.drafts, () => patchRow(id, ownerId, { sealedContent }));
  });
}

/** Saves a picture, or clears it with null; the bytes that it replaces go in the same transaction. */
export function saveDraftPicture(
  ownerId: string,
  entryId: string | null,
  slot: PictureSlot,
  picture: CapturedPicture | null,
): Promise<void> {
  const id = draftId(ownerId, entryId);
  return inOrder(id, async () => {
    const sealed = picture ? await sealFile(await keysOf(ownerId), ownerId, picture) : null;
    await db.transaction('rw', db.drafts, db.items, db.bytes, async () => {
      const before = (await db.drafts.get(id))?.[slot]?.bytesId;
      if (sealed) await db.bytes.add(sealed.row);
      await patchRow(id, ownerId, { [slot]: sealed?.column ?? null });
      await dropUnreferenced([before]);
    });
  });
}

export function discardDraft(ownerId: string, entryId: string | null): Promise<void> {
  const id = draftId(ownerId, entryId);
  return inOrder(id, () => db.transaction('rw', db.drafts, db.items, db.bytes, () => removeDraft(id)));
}

/** Inside a transaction over drafts, items and bytes. */
export async function removeDraft(id: string): Promise<void> {
  const row = await db.drafts.get(id);
  await db.drafts.delete(id);
  await dropUnreferenced([row?.photo?.bytesId, row?.signature?.bytesId]);
}

/** The draft's row once every save that was asked for has been written. */
export async function settledDraft(ownerId: string, entryId: string | null): Promise<DraftRow | null> {
  const id = draftId(ownerId, entryId);
  await lastOf(id);
  return (await db.drafts.get(id)) ?? null;
}

/** Puts an entry's content and pictures where the wizard corrects them; a correction already in progress is kept. */
export async function seedDraft(
  ownerId: string,
  entryId: string,
  content: DraftContent,
  pictures: Pick<DraftRow, PictureSlot>,
): Promise<void> {
  const id = draftId(ownerId, entryId);
  const sealedContent = await sealJson(await keysOf(ownerId), contentPlace(id), content);
  await db.transaction('rw', db.drafts, async () => {
    if (await db.drafts.get(id)) return;
    await db.drafts.put({ ...emptyRow(id, ownerId), sealedContent, ...pictures });
  });
}
