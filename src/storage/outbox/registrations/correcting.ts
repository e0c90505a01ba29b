import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { DraftRow } from '../../database/records.ts';
import { deleteUnreferencedBytes } from '../../keys/pictures.ts';
import type { VaultKeys } from '../../vault/vault.ts';
import type { Confirmation, ConfirmationResult, ConfirmationApproval } from '../confirmation.ts';
import { isCorrectionReplaceable } from './correction-plan.ts';
import { forgetPatient, computePatientTag, encryptPatient, type EncryptedPatientRow } from '../patients.ts';
import { removeFromHandovers } from '../rows/transfer-rows.ts';

export interface CorrectionJob {
  readonly keys: VaultKeys;
  readonly confirmation: Confirmation;
  readonly draft: DraftRow;
  readonly isWanted: ConfirmationApproval;
}

/**
 * Result of one attempt to store a correction. `moved_on`: another window or a drain changed the rows after the plan was made,
 * so the caller plans again.
 */
export type CorrectionAttemptResult = ConfirmationResult | { readonly type: 'moved_on' };

interface EncryptedPatientCorrection {
  readonly tag: string;
  readonly patient: EncryptedPatientRow;
  readonly tagBefore: string;
}

export async function encryptPatientCorrection(
  keys: VaultKeys,
  confirmation: Confirmation,
  tagBefore: string | null,
): Promise<EncryptedPatientCorrection> {
  const { ownerId, person, summary, correction } = confirmation;
  const before = correction?.summary.before;
  const [tag, patient, ofBefore] = await Promise.all([
    computePatientTag(keys, summary.identification_type, summary.identification_number),
    encryptPatient(keys, ownerId, person),
    before && computePatientTag(keys, before.identification_type, before.identification_number),
  ]);
  return { tag, patient, tagBefore: tagBefore ?? ofBefore ?? tag };
}

/**
 * Remembers the corrected patient and forgets the patient under the previous identity document. Must run inside a transaction
 * over `confirmingTables`.
 */
export async function storeCorrectedPatient(
  ownerId: string,
  { tag, patient, tagBefore }: EncryptedPatientCorrection,
): Promise<void> {
  if (tagBefore !== tag) await forgetPatient({ ownerId, patientTag: tagBefore });
  await db.patients.put(patient);
}

/**
 * Deletes earlier corrections whose values the new one contains, if the server never accepted them. A correction whose send has
 * begun is kept, because the server applies the correction captured last. Must run inside a transaction.
 */
export async function removeContainedCorrections(ids: readonly string[]): Promise<void> {
  for (const entry of await db.entries.bulkGet([...ids])) {
    if (entry?.kind !== 'correction' || !(await isCorrectionReplaceable(entry))) continue;
    const rows = await findItemsOfEntry(entry.id);
    await db.items.bulkDelete(rows.map(({ id }) => id));
    await db.entries.delete(entry.id);
    await removeFromHandovers([entry.id]);
    await deleteUnreferencedBytes(rows.map(({ picture }) => picture?.bytesId));
  }
}
