import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { PatientData, PatientField } from '#contract/records/evaluation/patients.ts';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { fullName } from '#domain/patient/name.ts';
import { Notice } from '#ui/notices/notice.tsx';

const NAMES = ['first_name', 'middle_name', 'last_name', 'second_last_name'] as const;
const OTHER_CHANGES: Record<Exclude<PatientField, (typeof NAMES)[number]>, string> = {
  birth_date: 'fecha de nacimiento',
  gender: 'género',
  occupation_name: 'cargo',
};
const OTHERS = Object.keys(OTHER_CHANGES) as (keyof typeof OTHER_CHANGES)[];

const CHANGED = {
  name: 'El nombre del paciente cambió después de este registro.',
  data: 'Los datos del paciente cambiaron después de este registro.',
};

const CHANGED_BY = {
  name: 'Otro registro con el mismo documento lo cambió. Antes de firmar, confirma con el paciente que es la misma persona.',
  data: 'Otro registro con el mismo documento los cambió.',
};

/** Formats a day as DD/MM/YYYY, without converting it to an instant. */
const dayText = (day: string): string => day.split('-').reverse().join('/');

function inWords(was: PatientData, field: keyof typeof OTHER_CHANGES): string {
  const { gender, birth_date: day, occupation_name: occupation } = was;
  const value = {
    gender: gender && GENDER_LABELS[gender],
    birth_date: day && dayText(day),
    occupation_name: occupation,
  }[field];
  return `${OTHER_CHANGES[field]}: ${value || 'sin indicar'}`;
}

/** Returns the full name at the registration; null if no part of it has changed since. */
function nameThen(patient: Evaluation['patient'], was: PatientData): string | null {
  if (!NAMES.some((name) => was[name] !== undefined)) return null;
  const first_name = was.first_name ?? patient.first_name;
  const last_name = was.last_name ?? patient.last_name;
  return fullName({ ...patient, ...was, first_name, last_name });
}

/** Warns the doctor that a later registration has changed the patient's data, so that the doctor verifies the identity. */
export function ChangedPatient({ evaluation }: { evaluation: Evaluation }) {
  const { patient, patient_was: was } = evaluation;
  if (!was) return null;
  const name = nameThen(patient, was);
  const others = OTHERS.filter((field) => was[field] !== undefined).map((field) => inWords(was, field));
  return (
    <Notice kind={name === null ? 'info' : 'warn'} title={name === null ? CHANGED.data : CHANGED.name}>
      Al registrarlo decía <b>{[name, ...others].filter(Boolean).join(' · ')}</b>.{' '}
      {name === null ? CHANGED_BY.data : CHANGED_BY.name}
    </Notice>
  );
}
