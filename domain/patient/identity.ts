import type { Patient } from '#contract/records/evaluation/patients.ts';

type PatientResponse = Pick<
  Patient,
  | 'identification_type'
  | 'identification_number'
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'second_last_name'
  | 'birth_date'
  | 'gender'
  | 'occupation_name'
>;

/**
 * Returns the identity data of a patient, with null for missing values: devices remember them, and signed versions store them.
 */
export const identityOf = (patient: PatientResponse) => ({
  identification_type: patient.identification_type,
  identification_number: patient.identification_number,
  first_name: patient.first_name,
  middle_name: patient.middle_name ?? null,
  last_name: patient.last_name,
  second_last_name: patient.second_last_name ?? null,
  birth_date: patient.birth_date ?? null,
  gender: patient.gender ?? null,
  occupation_name: patient.occupation_name ?? null,
});
