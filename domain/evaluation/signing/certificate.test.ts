import { expect, it } from 'vitest';
import { findMissingConceptData } from './certificate.ts';

const completePatient = { birth_date: '1988-04-15', gender: 'F', occupation_name: 'Soldadora' };
const listMissingDataLabels = (patient: object) =>
  findMissingConceptData({ ...completePatient, ...patient }).map(({ label }) => label);

it.each([
  [{}, []],
  [{ birth_date: null }, ['Fecha de nacimiento']],
  [{ gender: undefined }, ['Género']],
  [{ occupation_name: ' \u200b ' }, ['Cargo']],
  [{ birth_date: '', gender: null, occupation_name: '' }, ['Fecha de nacimiento', 'Género', 'Cargo']],
])(
  'P10.295 the warning for the patient data %j lists the missing data of the certificate in the order of the form',
  (patient, missing) => expect(listMissingDataLabels(patient)).toEqual(missing),
);
