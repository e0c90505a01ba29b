import { computeItemDueTime } from '#domain/outbox/transition.ts';
import type { ItemState, OutboxItem, Rejection } from '#domain/outbox/item.ts';
import type {
  AttachmentSummary,
  CorrectionSummary,
  KindAndSummary,
  RegistrationSummary,
} from '../../vault/entry-summary.ts';
import type { EntryRow, ItemRow } from '../../database/records.ts';
import {
  StoredAttachmentSummary,
  StoredRequestBody,
  StoredCorrectionSummary,
  StoredRejection,
  StoredRegistrationSummary,
} from '../../vault/encrypted-content.ts';
import { decryptJsonOrFallback, encryptJson, type VaultKeys } from '../../vault/vault.ts';

const rejectionAad = (itemId: string) => `refusal:${itemId}`;
export const bodyAad = (itemId: string) => `body:${itemId}`;
export const summaryAad = (entryId: string) => `summary:${entryId}`;

/** Returns the request text of an evaluation or correction; null when it is damaged and does not decrypt. */
export const decryptBody = (
  keys: VaultKeys,
  itemId: string,
  sealedBody: ArrayBuffer,
): Promise<string | null> =>
  decryptJsonOrFallback(null, keys, bodyAad(itemId), StoredRequestBody, sealedBody);

/**
 * Decrypts the summary of an entry or receipt. Returns empty texts for a damaged summary, so that its entry is still listed and
 * sent.
 */
export const decryptRegistrationSummary = (
  keys: VaultKeys,
  entryId: string,
  sealed: ArrayBuffer,
): Promise<RegistrationSummary> =>
  decryptJsonOrFallback(
    StoredRegistrationSummary.parse({}),
    keys,
    summaryAad(entryId),
    StoredRegistrationSummary,
    sealed,
  );

/** Same as `decryptRegistrationSummary`, for an attachment. */
export const decryptAttachmentSummary = (
  keys: VaultKeys,
  entryId: string,
  sealed: ArrayBuffer,
): Promise<AttachmentSummary> =>
  decryptJsonOrFallback(
    StoredAttachmentSummary.parse({}),
    keys,
    summaryAad(entryId),
    StoredAttachmentSummary,
    sealed,
  );

/** Same as `decryptRegistrationSummary`, for a correction. */
export const decryptCorrectionSummary = (
  keys: VaultKeys,
  entryId: string,
  sealed: ArrayBuffer,
): Promise<CorrectionSummary> =>
  decryptJsonOrFallback(
    StoredCorrectionSummary.parse({}),
    keys,
    summaryAad(entryId),
    StoredCorrectionSummary,
    sealed,
  );

export async function decryptSummary(
  keys: VaultKeys,
  entryId: string,
  { kind, sealedSummary }: Pick<EntryRow, 'kind' | 'sealedSummary'>,
): Promise<KindAndSummary> {
  switch (kind) {
    case 'registration':
      return { kind, summary: await decryptRegistrationSummary(keys, entryId, sealedSummary) };
    case 'attachment':
      return { kind, summary: await decryptAttachmentSummary(keys, entryId, sealedSummary) };
    case 'correction':
      return { kind, summary: await decryptCorrectionSummary(keys, entryId, sealedSummary) };
  }
}

/** Placeholder for a rejection inside a transaction, where nothing can be decrypted; only for callers that do not read it. */
const REJECTION_PLACEHOLDER: Rejection = { status: 0, code: null, message: '', details: [] };

/** Returns the item for the state machine. Instead of the rejection, which is encrypted, it contains a placeholder. */
export function toOutboxItem(row: ItemRow): OutboxItem {
  const { id, entryId, ownerId, branchId, kind, key, attempts } = row;
  const state: ItemState =
    row.state.name === 'attention' ? { ...row.state, refusal: REJECTION_PLACEHOLDER } : row.state;
  return { id, entryId, ownerId, branchId, kind, key, attempts, state };
}

export async function decryptItemWithRejection(keys: VaultKeys, row: ItemRow): Promise<OutboxItem> {
  const item = toOutboxItem(row);
  const { state } = item;
  if ((state.name !== 'attention' && state.name !== 'waiting') || !row.sealedRefusal) return item;
  const refusal = await decryptJsonOrFallback(
    REJECTION_PLACEHOLDER,
    keys,
    rejectionAad(row.id),
    StoredRejection,
    row.sealedRefusal,
  );
  return { ...item, state: { ...state, refusal } };
}

export const encryptRejection = (keys: VaultKeys, itemId: string, refusal: Rejection): Promise<ArrayBuffer> =>
  encryptJson(keys, rejectionAad(itemId), refusal);

function withoutRejection(state: ItemState): ItemRow['state'] {
  if (!('refusal' in state)) return state;
  const { refusal: _sealed, ...rest } = state;
  return rest;
}

const canHaveRejection = ({ name }: ItemState): boolean => name === 'attention' || name === 'waiting';

/**
 * Returns the row after a state transition. `sealedRefusal`: rejection, encrypted before the transaction. `lead`: evaluation or
 * correction of the entry; null if the row itself is one, and for an attachment.
 */
export function applyTransitionToRow(
  row: ItemRow,
  item: OutboxItem,
  lead: OutboxItem | null,
  sealedRefusal: ArrayBuffer | null,
): ItemRow {
  const { dueAt: _before, ...rest } = row;
  const due = row.heldFor === undefined ? computeItemDueTime(item, lead) : null;
  return {
    ...rest,
    key: item.key,
    attempts: item.attempts,
    state: withoutRejection(item.state),
    sealedRefusal: canHaveRejection(item.state) ? sealedRefusal : null,
    ...(due === null ? {} : { dueAt: due }),
  };
}
