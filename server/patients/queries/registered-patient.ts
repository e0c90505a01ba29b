import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';
import { type Patient, PatientData, type PatientInput } from '#contract/records/evaluation/patients.ts';
import { foldText } from '#domain/text/fold.ts';

/**
 * Patient data as stored with the evaluation. Rows from earlier versions of the program have only some of the fields or none.
 */
type RegisteredPatient = Partial<Patient>;

/**
 * Returns the patient data that an evaluation stores: the values that the receptionist entered or removed, and the known values
 * of the other fields. A copy is stored, because the patient may change later.
 */
export function registeredPatientData(known: Patient, typed: PatientInput | undefined): RegisteredPatient {
  const { cleared = [], former_type: _former, ...person } = typed ?? {};
  const given = Object.entries(person).filter(([, value]) => value !== undefined);
  const removed = cleared.map((field) => [field, null] as const);
  return { ...known, ...Object.fromEntries([...given, ...removed]) };
}

const isSameFoldedText = (a: string | null | undefined, b: string | null | undefined): boolean =>
  foldText(a ?? '') === foldText(b ?? '');

/**
 * Returns the values that the patient's fields had at the registration, for the fields that have changed since; undefined when
 * none has changed.
 */
export function formerValuesAtRegistration(
  registered: RegisteredPatient | null,
  now: Patient,
): PatientData | undefined {
  const then = PatientData.parse(registered ?? {});
  const changed = PATIENT_DATA_FIELD_NAMES.filter(
    (field) => then[field] !== undefined && !isSameFoldedText(then[field], now[field]),
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((field) => [field, then[field]]));
}
