import { expect, it } from 'vitest';
import { splitProblemsByField } from './field-details.ts';

it('S10 the first server message about a field is assigned to that field; messages about unknown fields are returned separately', () => {
  const unknown = { field: 'patient', message: 'Envía el paciente o su identificador, uno de los dos.' };
  expect(
    splitProblemsByField([
      { field: 'patient.first_name', message: 'Ingrese los nombres' },
      { field: 'patient.first_name', message: 'Máximo 120 caracteres.' },
      { field: 'employer_company_id', message: 'La empresa está inactiva.' },
      { field: 'patient.occupation_id', message: 'El cargo no existe.' },
      unknown,
    ]),
  ).toEqual({
    fields: {
      first_name: 'Ingrese los nombres',
      employer_company_id: 'La empresa está inactiva.',
      occupation_name: 'El cargo no existe.',
    },
    rest: [unknown],
  });
});
