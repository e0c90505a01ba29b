// Public functions and types of server/patients; other modules import only this file.
export { runWithLookupRetry, DocumentOfAnotherError } from './commands/document-of-another.ts';
export {
  UPDATABLE_PATIENT_COLUMNS,
  type KnownPatientRow,
  fieldCaptureTimeOf,
} from './commands/field-times.ts';
export { type PatientLookup, lookUpPatient } from './commands/look-up-patient.ts';
export {
  type RegistrationContext,
  type RegistrationResult,
  registrationChangeDetail,
  registerPatient,
  findOrCreateOccupationId,
} from './commands/register-patient.ts';
export { haveMatchingNames } from './commands/same-person.ts';
export { storeEvaluationValues, storeNewerAdditionalValues } from './commands/store-additional-values.ts';
export { newestAdditionalValues } from './queries/additional-values.ts';
export { toPatient, findPatientById, countVisits } from './queries/patients.ts';
export { formerValuesAtRegistration, registeredPatientData } from './queries/registered-patient.ts';
export { patientRoutes } from './routes/patients.ts';
