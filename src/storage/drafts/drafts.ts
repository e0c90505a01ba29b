import type { DraftContent } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { enqueueDraftSave, lastDraftSaveOf, waitForDraftSaves } from '../base/in-order.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import {
  deleteUnreferencedBytes,
  fileTables,
  readFileAndMarkVerified,
  isPictureStoredAsCaptured,
  encryptFile,
  type CapturedPicture,
} from '../keys/pictures.ts';
import { StorageProblem, runStorageOperation } from '../base/problem.ts';
import type { DraftRow, FileColumn } from '../database/records.ts';
import { StoredDraftContent } from '../vault/encrypted-content.ts';
import { decryptJsonOrFallback, encryptJson, type VaultKeys } from '../vault/vault.ts';

export type { CapturedPicture } from '../keys/pictures.ts';
export type PictureSlot = 'photo' | 'signature';

/**
 * Registration or correction in progress. A user has one draft for new registrations, and one for each entry being corrected.
 */
export interface Draft {
  readonly content: DraftContent | null;
  readonly photo: CapturedPicture | null;
  readonly signature: CapturedPicture | null;
}

export const draftIdOf = (ownerId: string, entryId: string | null): string =>
  `${ownerId}:${entryId ?? 'new'}`;
export const draftContentAad = (id: string) => `draft:${id}`;

const createEmptyDraftRow = (id: string, ownerId: string): DraftRow => ({
  id,
  ownerId,
  sealedContent: null,
  photo: null,
  signature: null,
  revision: crypto.randomUUID(),
  updatedAt: Date.now(),
});

/**
 * Revision of each draft that this window last read or wrote; null if the draft does not exist. A write is rejected if the
 * stored revision differs, so that two windows cannot confirm a patient with another patient's photo and signature.
 */
const seenRevisions = new Map<string, string | null>();

/**
 * @throws StorageProblem `changed` if another window has written, confirmed or discarded the draft since this window read it
 */
function rejectStaleDraft(id: string, row: DraftRow | undefined): void {
  const last = seenRevisions.get(id);
  if (last !== undefined && last !== (row?.revision ?? null)) throw new StorageProblem('changed');
}

/**
 * Updates the draft's row and returns its new revision, which the caller records in `seenRevisions` after the commit. Must run
 * inside a transaction over the table `drafts`.
 */
async function patchDraftRow(id: string, ownerId: string, patch: Partial<DraftRow>): Promise<string> {
  const row = await db.drafts.get(id);
  rejectStaleDraft(id, row);
  const revision = crypto.randomUUID();
  await db.drafts.put({
    ...(row ?? createEmptyDraftRow(id, ownerId)),
    ...patch,
    revision,
    updatedAt: Date.now(),
  });
  return revision;
}

/** Returns the image; null if it is damaged or missing: the user then captures it again. */
async function readDraftPicture(keys: VaultKeys, column: FileColumn | null): Promise<CapturedPicture | null> {
  if (!column) return null;
  const read = await readFileAndMarkVerified(keys, column);
  if (read.type !== 'intact') return null;
  const { bytes, mime, name, statement } = read.file;
  return mime === 'application/pdf' ? null : { bytes, mime, name, statement };
}

/**
 * Decrypts the form of a draft.
 * @throws StorageProblem `damaged` also when decryption fails: the key exists, so the user has to start again (S20)
 */
export async function decryptDraftContent(
  keys: VaultKeys,
  { id, sealedContent }: DraftRow,
): Promise<DraftContent | null> {
  if (!sealedContent) return null;
  const content = await decryptJsonOrFallback(
    null,
    keys,
    draftContentAad(id),
    StoredDraftContent,
    sealedContent,
  );
  if (!content) throw new StorageProblem('damaged');
  return content;
}

/**
 * Waits for pending saves, then reads the row. A failed save is not reported here, because the caller of that save has received
 * the error.
 */
async function readDraftRowAfterSaves(id: string): Promise<DraftRow | undefined> {
  await waitForDraftSaves(id);
  return db.drafts.get(id);
}

/**
 * Loads a draft; null if the user has none.
 * @throws StorageProblem if the device's storage or the user's key is unavailable
 */
export const loadDraft = (ownerId: string, entryId: string | null): Promise<Draft | null> =>
  runStorageOperation(async () => {
    const id = draftIdOf(ownerId, entryId);
    const row = await readDraftRowAfterSaves(id);
    seenRevisions.set(id, row?.revision ?? null);
    if (!row) return null;
    const keys = await requireKeysOf(ownerId);
    return {
      content: await decryptDraftContent(keys, row),
      photo: await readDraftPicture(keys, row.photo),
      signature: await readDraftPicture(keys, row.signature),
    };
  });

export function saveDraftContent(
  ownerId: string,
  entryId: string | null,
  content: DraftContent,
): Promise<void> {
  const id = draftIdOf(ownerId, entryId);
  return enqueueDraftSave(id, async () => {
    const sealedContent = await encryptJson(await requireKeysOf(ownerId), draftContentAad(id), content);
    seenRevisions.set(
      id,
      await db.transaction('rw', db.drafts, () => patchDraftRow(id, ownerId, { sealedContent })),
    );
  });
}

/**
 * Stores an image and reads it back (S2); null removes the image. The replaced bytes are deleted in the same transaction.
 * @throws StorageProblem `unverified` if the image that was read back differs from the captured one
 */
export function saveDraftPicture(
  ownerId: string,
  entryId: string | null,
  slot: PictureSlot,
  picture: CapturedPicture | null,
): Promise<void> {
  const id = draftIdOf(ownerId, entryId);
  return enqueueDraftSave(id, async () => {
    const keys = await requireKeysOf(ownerId);
    const sealed = picture ? await encryptFile(keys, ownerId, picture) : null;
    const revision = await db.transaction('rw', fileTables(), async () => {
      const before = (await db.drafts.get(id))?.[slot]?.bytesId;
      if (sealed) await db.bytes.add(sealed.row);
      const written = await patchDraftRow(id, ownerId, { [slot]: sealed?.column ?? null });
      await deleteUnreferencedBytes([before]);
      return written;
    });
    seenRevisions.set(id, revision);
    if (sealed && !(await isPictureStoredAsCaptured(keys, sealed.column)))
      throw new StorageProblem('unverified');
  });
}

/** @throws StorageProblem `changed` if this window shows an older version, because the user has not seen the stored one */
export function discardDraft(ownerId: string, entryId: string | null): Promise<void> {
  const id = draftIdOf(ownerId, entryId);
  return enqueueDraftSave(id, async () => {
    await db.transaction('rw', fileTables(), async () => {
      rejectStaleDraft(id, await db.drafts.get(id));
      await deleteDraftWithImages(id);
    });
    recordSeenDraftRevision(id, null);
  });
}

/** Records the draft's revision after a transaction of this window; null after the draft was removed. */
export const recordSeenDraftRevision = (id: string, revision: string | null): void =>
  void seenRevisions.set(id, revision);

/** Returns true if this window has read or written the draft. A background job must not delete such a draft. */
export const isDraftSeen = (id: string): boolean => (seenRevisions.get(id) ?? null) !== null;

/** Deletes the draft and its images. Must run inside a transaction over `fileTables`. */
export async function deleteDraftWithImages(id: string): Promise<void> {
  const row = await db.drafts.get(id);
  if (!row) return;
  await db.drafts.delete(id);
  await deleteUnreferencedBytes([row.photo?.bytesId, row.signature?.bytesId]);
}

/**
 * Waits for the requested saves and returns the draft's row; null without a draft.
 * @throws StorageProblem `changed` if this window shows another version
 */
export async function findSavedUnchangedDraftRow(
  ownerId: string,
  entryId: string | null,
): Promise<DraftRow | null> {
  const id = draftIdOf(ownerId, entryId);
  await lastDraftSaveOf(id);
  const row = await db.drafts.get(id);
  rejectStaleDraft(id, row);
  return row ?? null;
}

/**
 * Returns true if a correction was changed after it was opened. Drafts of earlier versions have no `openedAt`; the entry's
 * `capturedAt` is compared instead.
 */
export const isCorrectionDraftChanged = (
  { updatedAt, openedAt }: DraftRow,
  capturedAt: number | undefined,
): boolean => updatedAt !== (openedAt ?? capturedAt);

/** Stores the initial content of a correction as its draft. A correction that the user has already changed is kept. */
export async function seedCorrectionDraft(
  ownerId: string,
  key: string,
  content: DraftContent,
  opened: Pick<DraftRow, PictureSlot | 'updatedAt' | 'openedWith'>,
): Promise<void> {
  const id = draftIdOf(ownerId, key);
  const sealedContent = await encryptJson(await requireKeysOf(ownerId), draftContentAad(id), content);
  const { updatedAt: openedAt } = opened;
  const row = { ...createEmptyDraftRow(id, ownerId), sealedContent, ...opened, openedAt };
  const isSeeded = await db.transaction('rw', db.drafts, async () => {
    const before = await db.drafts.get(id);
    if (before && isCorrectionDraftChanged(before, openedAt)) return false;
    await db.drafts.put(row);
    return true;
  });
  if (isSeeded) recordSeenDraftRevision(id, row.revision);
}
