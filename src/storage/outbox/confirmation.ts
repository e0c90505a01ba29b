import type { ItemKind } from '#domain/outbox/item.ts';
import type { KnownPatient } from '#domain/registration.ts';
import { StorageProblem } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { DraftRow, FileColumn, ItemRow } from '../database/records.ts';
import { noteDraft, type PictureSlot } from '../drafts/drafts.ts';
import { forgetCaptured, isCaptured } from '../keys/pictures.ts';
import type { CorrectionSummary, RegistrationSummary } from '../vault/entry-summary.ts';
import type { VaultKeys } from '../vault/vault.ts';
import { readBack } from './read-back.ts';
import { closingTables } from './rows/closing.ts';
import { openBody } from './rows/outbox-rows.ts';

/** A correction of a registration that was sent, or may have been (S30). */
export interface CorrectionContent {
  /** JSON text of the request with these pictures to follow; null where the correction changes nothing. */
  readonly bodyFor: (pictures: readonly PictureSlot[]) => string | null;
  readonly summary: Omit<CorrectionSummary, 'pictures'>;
}

/** What a person confirmed. `body` is the JSON text of the request, kept to the letter so that every send is equal (S7). */
export interface Confirmation {
  readonly ownerId: string;
  readonly branchId: string;
  /** Key of the draft of a correction; null for a new registration. */
  readonly correcting: string | null;
  /** Content to send if the corrected registration can no longer be replaced; null if the user gave no reason. */
  readonly correction: CorrectionContent | null;
  /** Entries of earlier corrections that this one contains. */
  readonly replaces: readonly string[];
  readonly capturedAt: number;
  readonly clockOffset: number;
  readonly body: string;
  readonly summary: RegistrationSummary;
  readonly person: KnownPatient;
}

export type Confirmed =
  | { readonly type: 'confirmed'; readonly entryId: string }
  | { readonly type: 'pictures_missing' }
  /** What was read back is not what was written. The draft is there again, but where it corrects, or is being sent. */
  | { readonly type: 'unverified' }
  /** The registration to be corrected is gone, or needs another decision first. */
  | { readonly type: 'not_correctable' }
  /** The registration was sent, or may have been: the correction needs a reason. */
  | { readonly type: 'reason_needed' }
  | { readonly type: 'nothing_changed' }
  /** Whoever confirms is to be asked first; nothing was written. */
  | { readonly type: 'not_wanted' };

/** Whether to write what is confirmed; asked for while it is being sealed, for somebody waits. */
export type IsWanted = Promise<boolean>;

export interface Pictures {
  readonly photo: FileColumn;
  readonly signature: FileColumn;
}
export type WholeDraft = DraftRow & Pictures;

/** Tables of the transaction of a confirmation. */
export const confirmingTables = () => [...closingTables(), db.patients];

/** Whether photo and signature are there. */
export const hasPictures = (draft: DraftRow | null): draft is WholeDraft =>
  Boolean(draft?.photo && draft.signature);

/** S2: what was read back when it was captured is still there. Nobody deletes what a draft names, and this one may not change. */
export const areCaptured = async (keys: VaultKeys, { photo, signature }: Pictures): Promise<boolean> =>
  (await Promise.all([isCaptured(keys, photo), isCaptured(keys, signature)])).every(Boolean);

/** An entry as this window wrote it. */
export interface Written {
  readonly entryId: string;
  readonly rows: readonly ItemRow[];
}

/** S2: the rows as they lie name both pictures, and the words open again as what was confirmed. */
export async function isIntact(
  keys: VaultKeys,
  { entryId, rows: written }: Written,
  { body }: Confirmation,
  pictures: Pictures,
): Promise<boolean> {
  const found = await readBack(entryId, written);
  if (found.type === 'gone_on') return true;
  const { entry, rows } = found;
  const rowOf = (kind: ItemKind) => rows.find((row) => row.kind === kind);
  const evaluation = rowOf('evaluation');
  if (!entry || rows.length !== 3 || !evaluation?.sealedBody) return false;
  const names = (['photo', 'signature'] as const).every(
    (kind) => rowOf(kind)?.picture?.bytesId === pictures[kind].bytesId,
  );
  return names && (await openBody(keys, evaluation.id, evaluation.sealedBody)) === body;
}

/**
 * A second tap finds the draft gone, another window's change finds it another (S3). Inside the transaction: what is
 * confirmed is what this window shows, person and pictures together.
 */
export async function refuseChanged(draft: DraftRow): Promise<void> {
  if ((await db.drafts.get(draft.id))?.revision !== draft.revision) throw new StorageProblem('changed');
}

/**
 * From here on this window knows that the draft is gone. Not before the words were read back: what it saves until then is refused as
 * 'changed', and makes no draft beside the entry (S3).
 */
export function noteConfirmed({ id, photo, signature }: DraftRow): void {
  noteDraft(id, null);
  forgetCaptured([photo, signature].filter((column) => column !== null));
}
