import { sql } from 'drizzle-orm';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { fieldError } from '../../base/errors.ts';
import type { VisitCounts } from '../../queries/patients/patients.ts';
import type { ColumnValues, KnownPatientRow } from './field-times.ts';
import { hasKnownBirthDate } from './stored-identity.ts';

function normalized({ identification_type: type, identification_number: number }: PatientInput): string {
  const bare = normalizeDocumentNumber(type, number);
  if (bare !== '') return bare;
  throw fieldError({
    field: 'patient.identification_number',
    message: 'Ingrese el número de identificación',
  });
}

/**
 * Returns the columns of the document.
 * @throws validation_failed if nothing of the number remains after normalisation
 */
export const documentColumns = (patient: PatientInput) => ({
  identification_type: patient.identification_type,
  identification_number: patient.identification_number,
  normalizedNumber: normalized(patient),
  // Undefined leaves the column unchanged when no earlier type is confirmed.
  former_type:
    patient.former_type === formerDocumentTypeOf(patient.identification_type)
      ? patient.former_type
      : undefined,
});
export type DocumentColumns = ReturnType<typeof documentColumns>;

const SHARING: readonly IdentificationType[] = ['CC', 'TI'];

/**
 * Makes other registrations of the number wait until the transaction ends, under both types that share their numbers (CC and
 * TI). Otherwise a concurrent registration could insert the former type again while it is being replaced.
 */
export async function lockDocumentNumber(
  tx: Transaction,
  { identification_type: type, normalizedNumber: number }: DocumentColumns,
): Promise<void> {
  if (!SHARING.includes(type)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patient ${number}`}, 0))`);
}

/** Document types before and after a change with the same number. */
export interface DocumentRenewal {
  readonly from: IdentificationType;
  readonly to: IdentificationType;
}

interface Confirmed {
  readonly document: DocumentColumns;
  readonly values: ColumnValues & Pick<KnownPatientRow, 'dataAt'>;
  readonly isFound: boolean;
  readonly visits: VisitCounts;
}

/**
 * Returns whether the document type may change. For a patient of other branches it may change only under the conditions under
 * which the names may change (P8.39).
 */
const mayRenew = (known: KnownPatientRow, { document, values, isFound, visits }: Confirmed): boolean =>
  known.identification_type === document.former_type &&
  (isFound || visits.elsewhere === 0 || hasKnownBirthDate(known, values));

/**
 * Returns the document columns that a registration of a known patient sets; none if the type may not change or the registration
 * is older than the known data.
 */
export function documentChange(
  known: KnownPatientRow,
  confirmed: Confirmed,
): { readonly renewal: DocumentRenewal | null; readonly columns: Partial<DocumentColumns> } {
  const { document, values } = confirmed;
  const [from, to] = [known.identification_type, document.identification_type];
  if (from === to) return { renewal: null, columns: values.dataAt > known.dataAt ? document : {} };
  return mayRenew(known, confirmed)
    ? { renewal: { from, to }, columns: document }
    : { renewal: null, columns: {} };
}
