import { db } from '../database/database.ts';
import { createNewItemRow } from './rows/new-rows.ts';
import type { AttachmentSummary } from '../vault/entry-summary.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { readEntryBack, removeUnverifiedEntry } from './read-claimed.ts';
import { summaryAad } from './rows/outbox-rows.ts';
import { readEncryptedFile, encryptFile, type CapturedFile } from '../keys/pictures.ts';
import { runPriorityStorageOperation } from '../base/problem.ts';
import type { AttachmentTarget, EntryRow, ItemRow } from '../database/records.ts';
import { encryptJson, type VaultKeys } from '../vault/vault.ts';

export interface AttachmentConfirmation {
  readonly ownerId: string;
  readonly branchId: string;
  readonly target: AttachmentTarget;
  readonly capturedAt: number;
  readonly clockOffset: number;
  readonly file: CapturedFile;
  readonly summary: AttachmentSummary;
}

export type EnqueueAttachmentResult =
  | { readonly type: 'confirmed'; readonly entryId: string }
  /** The data that were read back differ from the data written; the attachment was removed. */
  | { readonly type: 'unverified' };

async function createAttachmentEntryRow(
  keys: VaultKeys,
  confirmation: AttachmentConfirmation,
): Promise<EntryRow> {
  const { ownerId, branchId, target, capturedAt, clockOffset, summary } = confirmation;
  const id = crypto.randomUUID();
  const sealedSummary = await encryptJson(keys, summaryAad(id), summary);
  const row = { id, ownerId, capturedBy: ownerId, branchId, target, capturedAt, clockOffset, sealedSummary };
  return { ...row, kind: 'attachment', patientTag: '', standing: 'on_its_way' };
}

async function isAttachmentIntactOrMovedOn(keys: VaultKeys, written: ItemRow): Promise<boolean> {
  const found = await readEntryBack(written.entryId, [written]);
  if (found.type === 'gone_on') return true;
  const [row] = found.rows;
  if (!row?.picture) return false;
  return (await readEncryptedFile(keys, row.picture)).type === 'intact';
}

/**
 * Removes an attachment that failed its read-back. Returns false when a drain has begun to send it: the drain then finds and
 * reports the damaged content.
 */
const undoAttachment = (written: ItemRow, bytesId: string): Promise<boolean> =>
  db.transaction('rw', [db.entries, db.items, db.receipts, db.bytes], async () => {
    const isOut = await removeUnverifiedEntry(written.entryId, [written]);
    if (isOut) await db.bytes.delete(bytesId);
    return isOut;
  });

/**
 * Queues an attachment in one strict transaction and reads it back (S1, S2).
 * @throws StorageProblem when storage fails
 */
export const enqueueAttachment = (confirmation: AttachmentConfirmation): Promise<EnqueueAttachmentResult> =>
  runPriorityStorageOperation(async () => {
    const keys = await requireKeysOf(confirmation.ownerId);
    const [entry, { row: bytes, column }] = await Promise.all([
      createAttachmentEntryRow(keys, confirmation),
      encryptFile(keys, confirmation.ownerId, confirmation.file),
    ]);
    const item = createNewItemRow(entry, 'attachment', {
      id: crypto.randomUUID(),
      sealedBody: null,
      picture: column,
    });
    await db.transaction('rw', [db.entries, db.items, db.bytes], async () => {
      await db.bytes.add(bytes);
      await db.entries.add(entry);
      await db.items.add(item);
    });
    if (!(await isAttachmentIntactOrMovedOn(keys, item)) && (await undoAttachment(item, bytes.id)))
      return { type: 'unverified' };
    return { type: 'confirmed', entryId: entry.id };
  });
