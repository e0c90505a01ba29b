import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import {
  PATIENT_NAME_FIELDS,
  PATIENT_NON_NAME_FIELDS,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import type { PatientData } from '#contract/records/evaluation/patients.ts';
import { fullName } from '#domain/patient/name.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { Notice } from '#ui/notices/notice.tsx';

const PATIENT_CHANGED_TITLES = {
  name: 'El nombre del paciente cambió después de este registro.',
  data: 'Los datos del paciente cambiaron después de este registro.',
};

const PATIENT_CHANGED_TEXTS = {
  name: 'Otro registro con el mismo documento lo cambió. Antes de firmar, confirma con el paciente que es la misma persona.',
  data: 'Otro registro con el mismo documento los cambió.',
};

const earlierValueText = (was: PatientData, field: PatientField): string =>
  `${PATIENT_FIELDS[field].label.toLowerCase()}: ${patientFieldText(field, was[field]) || 'sin indicar'}`;

/** Returns the full name that the patient had at the registration; null if the name has not changed since. */
function findEarlierName(patient: Evaluation['patient'], was: PatientData): string | null {
  if (!PATIENT_NAME_FIELDS.some((name) => was[name] !== undefined)) return null;
  const first_name = was.first_name ?? patient.first_name;
  const last_name = was.last_name ?? patient.last_name;
  return fullName({ ...patient, ...was, first_name, last_name });
}

/** Warns the doctor that a later registration has changed the patient's data, so that the doctor checks the identity. */
export function ChangedPatientNotice({ evaluation }: { evaluation: Evaluation }) {
  const { patient, patient_was: was } = evaluation;
  if (!was) return null;
  const name = findEarlierName(patient, was);
  const others = PATIENT_NON_NAME_FIELDS.filter((field) => was[field] !== undefined).map((field) =>
    earlierValueText(was, field),
  );
  return (
    <Notice
      kind={name === null ? 'info' : 'warn'}
      title={name === null ? PATIENT_CHANGED_TITLES.data : PATIENT_CHANGED_TITLES.name}
    >
      Al registrarlo decía <b>{[name, ...others].filter(Boolean).join(' · ')}</b>.{' '}
      {name === null ? PATIENT_CHANGED_TEXTS.data : PATIENT_CHANGED_TEXTS.name}
    </Notice>
  );
}
