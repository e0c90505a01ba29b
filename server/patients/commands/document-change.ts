import { sql } from 'drizzle-orm';
import { MISSING_NUMBER_MESSAGE, type PatientInput } from '#contract/records/evaluation/patients.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { fieldError } from '../../platform/base/errors.ts';
import type { VisitCounts } from '../queries/patients.ts';
import type { PatientColumnValues, KnownPatientRow } from './field-times.ts';
import { hasMatchingBirthDate } from './stored-identity.ts';

function requireNormalizedNumber({
  identification_type: type,
  identification_number: number,
}: PatientInput): string {
  const bare = normalizeDocumentNumber(type, number);
  if (bare !== '') return bare;
  throw fieldError({
    field: 'patient.identification_number',
    message: MISSING_NUMBER_MESSAGE,
  });
}

/**
 * Returns the columns of the document.
 * @throws validation_failed if the number is empty after normalisation
 */
export const documentColumns = (patient: PatientInput) => ({
  identification_type: patient.identification_type,
  identification_number: patient.identification_number,
  normalizedNumber: requireNormalizedNumber(patient),
  // Undefined leaves the column unchanged if the user confirmed no former document type.
  former_type:
    patient.former_type === formerDocumentTypeOf(patient.identification_type)
      ? patient.former_type
      : undefined,
});
export type DocumentColumns = ReturnType<typeof documentColumns>;

const TYPES_SHARING_NUMBERS: readonly IdentificationType[] = ['CC', 'TI'];

/**
 * Locks the document number until the transaction ends, under either type that shares numbers (CC and TI). Without the lock, a
 * concurrent registration could insert a patient under the former type while that type is being replaced.
 */
export async function lockDocumentNumber(
  tx: Transaction,
  { identification_type: type, normalizedNumber: number }: DocumentColumns,
): Promise<void> {
  if (!TYPES_SHARING_NUMBERS.includes(type)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patient ${number}`}, 0))`);
}

export interface DocumentTypeChange {
  readonly from: IdentificationType;
  readonly to: IdentificationType;
}

interface ConfirmedDocument {
  readonly document: DocumentColumns;
  readonly values: PatientColumnValues & Pick<KnownPatientRow, 'dataAt'>;
  readonly isFound: boolean;
  readonly visits: VisitCounts;
}

/**
 * Returns true if the document type may change. For a patient with visits in other branches, a change of type has the same
 * conditions as a change of names (P8.39).
 */
const canChangeDocumentType = (
  known: KnownPatientRow,
  { document, values, isFound, visits }: ConfirmedDocument,
): boolean =>
  known.identification_type === document.former_type &&
  (isFound || visits.elsewhere === 0 || hasMatchingBirthDate(known, values));

/**
 * Returns the document columns that a registration changes for a known patient. Returns no columns if the type may not change
 * or the registration is older than the stored data.
 */
export function documentChange(
  known: KnownPatientRow,
  confirmed: ConfirmedDocument,
): { readonly renewal: DocumentTypeChange | null; readonly columns: Partial<DocumentColumns> } {
  const { document, values } = confirmed;
  const [from, to] = [known.identification_type, document.identification_type];
  if (from === to) return { renewal: null, columns: values.dataAt > known.dataAt ? document : {} };
  return canChangeDocumentType(known, confirmed)
    ? { renewal: { from, to }, columns: document }
    : { renewal: null, columns: {} };
}
