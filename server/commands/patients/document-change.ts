import { sql } from 'drizzle-orm';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { formerTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { fieldError } from '../../base/errors.ts';
import type { Visits } from '../../queries/patients/patients.ts';
import type { ColumnValues, Known } from './field-times.ts';
import { hasKnownBirthDate } from './kept-identity.ts';

function normalized({ identification_type: type, identification_number: number }: PatientInput): string {
  const bare = normalizeDocumentNumber(type, number);
  if (bare !== '') return bare;
  throw fieldError({
    field: 'patient.identification_number',
    message: 'Ingrese el número de identificación',
  });
}

/** @throws validation_failed where nothing of the number remains */
export const documentOf = (patient: PatientInput) => ({
  identificationType: patient.identification_type,
  identificationNumber: patient.identification_number,
  normalizedNumber: normalized(patient),
  // Without a confirmation it stays as it is.
  formerType:
    patient.former_type === formerTypeOf(patient.identification_type) ? patient.former_type : undefined,
});
export type DocumentColumns = ReturnType<typeof documentOf>;

const SHARING: readonly IdentificationType[] = ['CC', 'TI'];

/**
 * Makes other registrations of the number wait until the transaction ends, under either of the types that share numbers. The unique
 * key alone would accept the earlier type again while it is being replaced.
 */
export async function lockNumber(
  tx: Transaction,
  { identificationType: type, normalizedNumber: number }: DocumentColumns,
): Promise<void> {
  if (!SHARING.includes(type)) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patient ${number}`}, 0))`);
}

/** Types of document before and after, of the same number. */
export interface Renewal {
  readonly from: IdentificationType;
  readonly to: IdentificationType;
}

interface Confirmed {
  readonly document: DocumentColumns;
  readonly values: ColumnValues & Pick<Known, 'dataAt'>;
  readonly isFound: boolean;
  readonly visits: Visits;
}

/** A patient of other branches keeps the document under the conditions under which the names stay (P8.39). */
const mayRenew = (known: Known, { document, values, isFound, visits }: Confirmed): boolean =>
  known.identificationType === document.formerType &&
  (isFound || visits.elsewhere === 0 || hasKnownBirthDate(known, values));

/** Returns the columns of the document that a registration of a known patient sets. One under an earlier type sets none. */
export function documentChange(
  known: Known,
  confirmed: Confirmed,
): { readonly renewal: Renewal | null; readonly columns: Partial<DocumentColumns> } {
  const { document, values } = confirmed;
  const [from, to] = [known.identificationType, document.identificationType];
  if (from === to) return { renewal: null, columns: values.dataAt > known.dataAt ? document : {} };
  return mayRenew(known, confirmed)
    ? { renewal: { from, to }, columns: document }
    : { renewal: null, columns: {} };
}
