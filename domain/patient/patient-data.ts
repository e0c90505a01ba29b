import type { Patient } from '#contract/records/evaluation/patients.ts';
import {
  buildPerPatientField,
  PATIENT_FIELDS,
  type StoredPatientData,
  type PatientField,
  type PatientFormData,
} from '#contract/records/evaluation/patient-fields.ts';
import { formatCalendarDay } from '../time/calendar.ts';
import { foldText } from '../text/fold.ts';

type IdentityDocument = Pick<Patient, 'identification_type' | 'identification_number'>;
type PatientDataResponse = { readonly [Field in PatientField]?: string | null | undefined };

/**
 * Returns the document and the data of a patient in the form that devices and signed versions store: null for a missing value.
 */
export const toStoredPatientData = (
  patient: IdentityDocument & PatientDataResponse,
): IdentityDocument & StoredPatientData => ({
  identification_type: patient.identification_type,
  identification_number: patient.identification_number,
  ...(buildPerPatientField((_definition, field) => patient[field] ?? null) as StoredPatientData),
});

/** Returns the data of a patient in the form that the wizard uses: '' for a missing value. */
export const patientFormDataOf = (patient: PatientDataResponse): PatientFormData =>
  buildPerPatientField((_definition, field) => patient[field] ?? '') as PatientFormData;

/** Returns the value of a field as users read it; '' for no value. Days become DD/MM/YYYY. */
export function patientFieldText(field: PatientField, value: string | null | undefined): string {
  const definition = PATIENT_FIELDS[field];
  const text = value?.trim() ?? '';
  switch (definition.kind) {
    case 'text':
    case 'occupation':
      return text;
    case 'day':
      return formatCalendarDay(text) ?? text;
    case 'choice':
      return (definition.labels as Readonly<Record<string, string>>)[text] ?? text;
  }
}

/** Returns true when two values of a field are the same; catalogue names are compared without capitals and accents. */
export function isSamePatientFieldValue(
  field: PatientField,
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  const [first, second] = [one ?? '', other ?? ''];
  return PATIENT_FIELDS[field].kind === 'occupation'
    ? foldText(first) === foldText(second)
    : first === second;
}
