import { describe, expect, it } from 'vitest';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { badFields, formErrors, stepErrors } from './registration-schema.ts';

const complete: RegistrationForm = {
  ...emptyRegistration,
  identificationNumber: '9999000017',
  firstName: 'Ana',
  lastName: 'Gil',
  evaluationTypeId: '00000000-0000-4000-8000-000000000001',
  employerCompanyId: '00000000-0000-4000-8000-000000000002',
};

describe('P5 registration form', () => {
  it('P5.3 reports every required field of an empty form with the message of the base contract', () => {
    expect(formErrors(emptyRegistration)).toEqual({
      identificationNumber: 'Ingrese el número de identificación',
      firstName: 'Ingrese los nombres',
      lastName: 'Ingrese los apellidos',
      evaluationTypeId: 'Seleccione el tipo de evaluación',
      employerCompanyId: 'Seleccione la empresa empleadora',
    });
  });

  it('P5.4 accepts empty optional fields', () => expect(formErrors(complete)).toEqual({}));

  it.each(['1990-13-05', '1990-02-30', '12/05/1990', '1990-5-2', '19900512'])(
    'P5.5 rejects the birth date %s',
    (birthDate) =>
      expect(formErrors({ ...complete, birthDate })).toEqual({ birthDate: 'Formato esperado AAAA-MM-DD' }),
  );

  it.each(['...', '000', ' - '])('treats %j as a missing document number', (identificationNumber) =>
    expect(formErrors({ ...complete, identificationNumber }).identificationNumber).toBeTruthy(),
  );

  it('accepts a birth date that exists', () =>
    expect(formErrors({ ...complete, birthDate: '1992-02-29' })).toEqual({}));

  it('P4.8 checks only the fields of the step that the user leaves', () => {
    expect(Object.keys(stepErrors(emptyRegistration, 0))).toEqual([
      'identificationNumber',
      'firstName',
      'lastName',
    ]);
    expect(Object.keys(stepErrors(emptyRegistration, 1))).toEqual(['evaluationTypeId', 'employerCompanyId']);
    expect(stepErrors(emptyRegistration, 2)).toEqual({});
  });

  it('finds the first invalid field of each step, from the top', () => {
    expect(badFields({ lastName: 'x', firstName: 'y', additionalInfo: 'z' })).toEqual([
      { field: 'firstName', step: 0 },
      { field: 'additionalInfo', step: 1 },
    ]);
    expect(badFields({ additionalInfo: 'x' })).toEqual([{ field: 'additionalInfo', step: 1 }]);
    expect(badFields({})).toEqual([]);
  });
});
