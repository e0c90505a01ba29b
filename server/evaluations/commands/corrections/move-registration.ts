import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import { fullName } from '#domain/patient/name.ts';
import { AppError } from '../../../platform/base/errors.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import {
  DocumentOfAnotherError,
  type PatientLookup,
  type RegistrationResult,
  type RegistrationContext,
  registerPatient,
} from '../../../patients/index.ts';

const toOtherPatientError = ({ code, message, details }: AppError): AppError =>
  new AppError(code, message, {
    details: details.map(({ field, ...problem }) => ({
      ...problem,
      field: field.replace(/^patient\./, 'other_patient.'),
    })),
  });

/**
 * Returns the patient who has the document; registers the patient if the document is unknown. Follows the rules of a
 * registration.
 * @throws document_of_another with the name of the document's patient, which the lookup has already shown; validation_failed
 */
export async function findOrRegisterPatient(
  tx: Transaction,
  patient: PatientInput,
  registration: Omit<RegistrationContext, 'lookedUp'>,
  lookup: PatientLookup | null,
): Promise<RegistrationResult> {
  try {
    return await registerPatient(tx, patient, { ...registration, lookedUp: lookup?.type === 'found' });
  } catch (error) {
    if (error instanceof DocumentOfAnotherError && lookup?.type === 'found')
      throw toOtherPatientError(new DocumentOfAnotherError(patient, fullName(lookup.patient)));
    throw error instanceof AppError ? toOtherPatientError(error) : error;
  }
}
