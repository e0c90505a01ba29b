import type { ItemKind } from '#domain/outbox/item.ts';
import type { LocalPatient } from '#domain/registration.ts';
import { StorageProblem } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { DraftRow, FileColumn, ItemRow } from '../database/records.ts';
import { recordSeenDraftRevision, type PictureSlot } from '../drafts/drafts.ts';
import { forgetVerifiedPictures, isPictureStillStored } from '../keys/pictures.ts';
import type { CorrectionSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import type { VaultKeys } from '../vault/vault.ts';
import { readEntryBack } from './read-claimed.ts';
import { entryClosingTables } from './rows/close-entries.ts';
import { decryptBody } from './rows/outbox-rows.ts';

/** Content of a correction of a registration that was sent, or may have been (S30). */
export interface CorrectionContent {
  /**
   * Returns the JSON text of the request for a correction with these retaken pictures; null when the correction changes
   * nothing.
   */
  readonly bodyFor: (pictures: readonly PictureSlot[]) => string | null;
  readonly summary: Omit<CorrectionSummary, 'pictures'>;
}

/**
 * Content that a user confirmed. `body`: JSON text of the request, which is stored unchanged so that each send is identical
 * (S7).
 */
export interface Confirmation {
  readonly ownerId: string;
  readonly branchId: string;
  /** Key of the draft of a correction; null for a new registration. */
  readonly correcting: string | null;
  /** Content to send when the registration can no longer be replaced in the queue; null if the user gave no reason. */
  readonly correction: CorrectionContent | null;
  /** Ids of earlier corrections whose values this correction contains. */
  readonly replaces: readonly string[];
  readonly capturedAt: number;
  readonly clockOffset: number;
  readonly body: string;
  readonly summary: RegistrationSummary;
  readonly person: LocalPatient;
}

export type ConfirmationResult =
  | { readonly type: 'confirmed'; readonly entryId: string }
  | { readonly type: 'pictures_missing' }
  /**
   * The data that were read back differ from the data written. The draft is restored, unless it is a correction or the entry's
   * send has begun.
   */
  | { readonly type: 'unverified' }
  /** The registration no longer exists, or the user has to decide about its unknown outcome first. */
  | { readonly type: 'not_correctable' }
  /** The registration was sent, or may have been, so the user must give a reason for the correction. */
  | { readonly type: 'reason_needed' }
  | { readonly type: 'nothing_changed' }
  /** The user has to answer a question first; nothing was written. */
  | { readonly type: 'not_wanted' };

/**
 * Resolves to true if the confirmation should be written. The data are encrypted while this promise is pending, so that the
 * user waits less.
 */
export type ConfirmationApproval = Promise<boolean>;

export interface PictureColumns {
  readonly photo: FileColumn;
  readonly signature: FileColumn;
}
export type DraftRowWithPictures = DraftRow & PictureColumns;

export const confirmingTables = () => [...entryClosingTables(), db.patients];

export const hasBothPictures = (draft: DraftRow | null): draft is DraftRowWithPictures =>
  Boolean(draft?.photo && draft.signature);

/**
 * Returns true if both pictures, which were verified at capture, are unchanged (S2). Bytes that a draft references are never
 * deleted; the caller checks that the draft did not change.
 */
export const arePicturesStored = async (
  keys: VaultKeys,
  { photo, signature }: PictureColumns,
): Promise<boolean> =>
  (await Promise.all([isPictureStillStored(keys, photo), isPictureStillStored(keys, signature)])).every(
    Boolean,
  );

export interface WrittenEntry {
  readonly entryId: string;
  readonly rows: readonly ItemRow[];
}

/**
 * Returns true if the stored rows reference both pictures and the body decrypts to the confirmed text (S2). An entry that was
 * sent or changed in the meantime also counts as intact.
 */
export async function isRegistrationIntactOrMovedOn(
  keys: VaultKeys,
  { entryId, rows: written }: WrittenEntry,
  { body }: Confirmation,
  pictures: PictureColumns,
): Promise<boolean> {
  const found = await readEntryBack(entryId, written);
  if (found.type === 'gone_on') return true;
  const { entry, rows } = found;
  const rowOf = (kind: ItemKind) => rows.find((row) => row.kind === kind);
  const evaluation = rowOf('evaluation');
  if (!entry || rows.length !== 3 || !evaluation?.sealedBody) return false;
  const names = (['photo', 'signature'] as const).every(
    (kind) => rowOf(kind)?.picture?.bytesId === pictures[kind].bytesId,
  );
  return names && (await decryptBody(keys, evaluation.id, evaluation.sealedBody)) === body;
}

/**
 * Throws StorageProblem `changed` when the draft no longer exists (second tap) or another window changed it (S3), because the
 * user must confirm what this window shows. Runs inside the transaction.
 */
export async function rejectChangedDraft(draft: DraftRow): Promise<void> {
  if ((await db.drafts.get(draft.id))?.revision !== draft.revision) throw new StorageProblem('changed');
}

/**
 * Records for this window that the draft no longer exists. Must run after the read-back: until then a late save of this window
 * is rejected as `changed` and cannot create a draft next to the entry (S3).
 */
export function forgetConfirmedDraft({ id, photo, signature }: DraftRow): void {
  recordSeenDraftRevision(id, null);
  forgetVerifiedPictures([photo, signature].filter((column) => column !== null));
}
