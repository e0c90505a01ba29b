import { and, eq, inArray } from 'drizzle-orm';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { patients } from '../../schema/patients.ts';
import type { KnownPatientRow } from './field-times.ts';
import { haveMatchingNames } from './same-person.ts';

/**
 * Returns true if names and birth date both match the known patient. Names alone prove nothing, because a misread number may
 * belong to a relative.
 */
const hasMatchingNamesAndBirthDate = (known: KnownPatientRow, typed: PatientInput): boolean =>
  known.birth_date !== null && known.birth_date === typed.birth_date && haveMatchingNames(known, typed);

/**
 * Returns the patient as typed. Adds `former_type` without a user's confirmation when the data prove the change of document
 * type: the number is known only under the former type, and names and birth date match. This is needed because a device without
 * network cannot propose the change for a patient that is not in its cache. The caller must hold the lock of the number.
 */
export async function addVerifiedFormerType(tx: Transaction, typed: PatientInput): Promise<PatientInput> {
  const { identification_type: type, identification_number: number } = typed;
  const former = formerDocumentTypeOf(type);
  if (former === undefined || typed.former_type !== undefined || typed.birth_date === undefined) return typed;
  const known = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.normalizedNumber, normalizeDocumentNumber(type, number)),
        inArray(patients.identification_type, [type, former]),
      ),
    )
    .for('no key update');
  const [only, other] = known;
  const isFormer = only?.identification_type === former && other === undefined;
  return isFormer && hasMatchingNamesAndBirthDate(only, typed) ? { ...typed, former_type: former } : typed;
}
