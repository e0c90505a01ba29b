import { isPrerequisiteKind, waitsForPrerequisite } from '#domain/outbox/entry.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import type { CorrectedRegistrationIds, EntryRow, ItemRow } from '../../database/records.ts';
import type { RegistrationSummary } from '../../vault/entry-summary.ts';
import { encryptJson, type VaultKeys } from '../../vault/vault.ts';
import { summaryAad } from './outbox-rows.ts';

type ItemRowParts = Pick<ItemRow, 'id' | 'sealedBody' | 'picture'> & Partial<Pick<ItemRow, 'heldFor'>>;

/**
 * Returns the row of a new item. It is due at once unless it must wait for the evaluation or correction of its entry, or for
 * another entry.
 */
export function createNewItemRow(entry: EntryRow, kind: ItemKind, parts: ItemRowParts): ItemRow {
  const { id: entryId, ownerId, capturedBy, branchId, capturedAt } = entry;
  const row: ItemRow = {
    entryId,
    ownerId,
    branchId,
    capturedAt,
    kind,
    key: parts.id,
    capturedBy,
    consent: null,
    attempts: 0,
    sealedRefusal: null,
    ...parts,
    state: { name: 'queued' },
    lane: isPrerequisiteKind(kind) ? 0 : 1,
  };
  return waitsForPrerequisite(kind) || parts.heldFor !== undefined ? row : { ...row, dueAt: 0 };
}

/**
 * Encrypts the summary that replaces the summary in the registration's receipt once the correction is delivered. The result is
 * empty when another device made the registration.
 */
export async function encryptCorrectedSummary(
  keys: VaultKeys,
  { entryId }: CorrectedRegistrationIds,
  summary: RegistrationSummary,
): Promise<Pick<EntryRow, 'sealedCorrected'>> {
  if (entryId === null) return {};
  const { patientName, identification_type, identification_number, registeredBy, labels, form } = summary;
  const corrected = { patientName, identification_type, identification_number, registeredBy, labels, form };
  return { sealedCorrected: await encryptJson(keys, summaryAad(entryId), corrected) };
}
