import type { ItemKind } from '#domain/outbox/item.ts';
import type { KnownPatient } from '#domain/registration.ts';
import { StorageProblem } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { DraftRow, FileColumn, ItemRow } from '../database/records.ts';
import { recordDraftRevision, type PictureSlot } from '../drafts/drafts.ts';
import { forgetReadBackPictures, isPictureStillStored } from '../keys/pictures.ts';
import type { CorrectionSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import type { VaultKeys } from '../vault/vault.ts';
import { readEntryBack } from './read-claimed.ts';
import { closeEntryTables } from './rows/close-entries.ts';
import { decryptBody } from './rows/outbox-rows.ts';

/** Correction of a registration that was sent, or may have been (S30). */
export interface CorrectionContent {
  /** Returns the JSON text of the request when these pictures follow it; null when the correction changes nothing. */
  readonly bodyFor: (pictures: readonly PictureSlot[]) => string | null;
  readonly summary: Omit<CorrectionSummary, 'pictures'>;
}

/**
 * Content that a user confirmed. `body` is the JSON text of the request, stored unchanged so that every send is identical (S7).
 */
export interface Confirmation {
  readonly ownerId: string;
  readonly branchId: string;
  /** Key of the draft of a correction; null for a new registration. */
  readonly correcting: string | null;
  /** Content to send if the corrected registration can no longer be replaced; null if the user gave no reason. */
  readonly correction: CorrectionContent | null;
  /** Entries of earlier corrections whose values this correction contains. */
  readonly replaces: readonly string[];
  readonly capturedAt: number;
  readonly clockOffset: number;
  readonly body: string;
  readonly summary: RegistrationSummary;
  readonly person: KnownPatient;
}

export type ConfirmationResult =
  | { readonly type: 'confirmed'; readonly entryId: string }
  | { readonly type: 'pictures_missing' }
  /**
   * The data read back differ from the data written. The draft is restored, unless it is a correction or its send has begun.
   */
  | { readonly type: 'unverified' }
  /** The registration to be corrected no longer exists, or requires another decision first. */
  | { readonly type: 'not_correctable' }
  /** The registration was sent, or may have been: the correction needs a reason. */
  | { readonly type: 'reason_needed' }
  | { readonly type: 'nothing_changed' }
  /** The user has to be prompted first; nothing was written. */
  | { readonly type: 'not_wanted' };

/** Promise of whether to write the confirmation. It is awaited while the data are encrypted, because the user is waiting. */
export type IsWanted = Promise<boolean>;

export interface PictureColumns {
  readonly photo: FileColumn;
  readonly signature: FileColumn;
}
export type CompleteDraft = DraftRow & PictureColumns;

/** Tables of the transaction of a confirmation. */
export const confirmingTables = () => [...closeEntryTables(), db.patients];

/** Returns whether the draft has both photo and signature. */
export const hasPictures = (draft: DraftRow | null): draft is CompleteDraft =>
  Boolean(draft?.photo && draft.signature);

/**
 * Returns whether the pictures that were read back at capture are still stored (S2). Bytes that a draft references are never
 * deleted, and this draft must not change.
 */
export const arePicturesStored = async (
  keys: VaultKeys,
  { photo, signature }: PictureColumns,
): Promise<boolean> =>
  (await Promise.all([isPictureStillStored(keys, photo), isPictureStillStored(keys, signature)])).every(
    Boolean,
  );

/** Entry as this window wrote it. */
export interface WrittenEntry {
  readonly entryId: string;
  readonly rows: readonly ItemRow[];
}

/**
 * Returns whether the stored rows reference both pictures and the body decrypts to the confirmed text (S2). An entry that was
 * sent or changed since then counts as intact.
 */
export async function isEntryIntact(
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
 * Throws StorageProblem `changed` when the draft is gone (second tap) or was changed by another window (S3). Runs inside the
 * transaction: the confirmed form and pictures must be those that this window shows.
 */
export async function rejectChangedDraft(draft: DraftRow): Promise<void> {
  if ((await db.drafts.get(draft.id))?.revision !== draft.revision) throw new StorageProblem('changed');
}

/**
 * Records that the draft is gone, for this window. Must not run before the body was read back: until then a save of this window
 * is rejected as 'changed' and creates no draft next to the entry (S3).
 */
export function recordConfirmedDraft({ id, photo, signature }: DraftRow): void {
  recordDraftRevision(id, null);
  forgetReadBackPictures([photo, signature].filter((column) => column !== null));
}
