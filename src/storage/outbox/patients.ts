import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { LocalPatient } from '#domain/registration.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { EntryRow } from '../database/records.ts';
import { StoredPatient } from '../vault/encrypted-content.ts';
import { decryptJsonOrFallback, encryptJson, hmacTag, type VaultKeys } from '../vault/vault.ts';

const patientAadOf = (tag: string) => `patient:${tag}`;

/**
 * Returns the index key of an identity document (D3): equal for equal documents of one user, and not reversible to the
 * document.
 */
export const computePatientTag = (
  keys: VaultKeys,
  type: IdentificationType,
  number: string,
): Promise<string> => hmacTag(keys, ['patient', type, normalizeDocumentNumber(type, number)]);

export interface EncryptedPatientRow {
  tag: string;
  ownerId: string;
  sealed: ArrayBuffer;
  seenAt: number;
}

const patientRowKeyOf = (ownerId: string, tag: string) => `${ownerId}:${tag}`;

export async function encryptPatient(
  keys: VaultKeys,
  ownerId: string,
  patient: LocalPatient,
): Promise<EncryptedPatientRow> {
  const tag = patientRowKeyOf(
    ownerId,
    await computePatientTag(keys, patient.identification_type, patient.identification_number),
  );
  return { tag, ownerId, sealed: await encryptJson(keys, patientAadOf(tag), patient), seenAt: Date.now() };
}

export const rememberPatient = (ownerId: string, patient: LocalPatient): Promise<void> =>
  runStorageOperation(async () => {
    await db.patients.put(await encryptPatient(await requireKeysOf(ownerId), ownerId, patient));
  });

export const forgetPatient = ({ ownerId, patientTag: tag }: Pick<EntryRow, 'ownerId' | 'patientTag'>) =>
  db.patients.delete(patientRowKeyOf(ownerId, tag));

/**
 * Returns the remembered patient with this identity document; null if this user has neither looked up nor registered such a
 * patient here.
 */
export const recallPatient = (
  ownerId: string,
  type: IdentificationType,
  number: string,
): Promise<LocalPatient | null> =>
  runStorageOperation(async () => {
    const keys = await requireKeysOf(ownerId);
    const row = await db.patients.get(patientRowKeyOf(ownerId, await computePatientTag(keys, type, number)));
    return row ? decryptJsonOrFallback(null, keys, patientAadOf(row.tag), StoredPatient, row.sealed) : null;
  });
