import { describe, expect, it } from 'vitest';
import { PatientInput } from './patients.ts';

const typedPatient = {
  identification_type: 'CC',
  identification_number: '9999000017',
  first_name: 'Ana',
  last_name: 'Gil',
};
const patientInputProblems = (patch: object) =>
  (PatientInput.safeParse({ ...typedPatient, ...patch }).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

describe('P5 patient data in a request to register', () => {
  it.each(['\u200b', '\u0001\u0007', '\u202e', ' \ufeff ', '123', '—'])(
    'the server rejects %j as a name of a patient',
    (first_name) => {
      expect(patientInputProblems({ first_name })).toContainEqual(['first_name', 'Ingrese los nombres']);
    },
  );

  it.each(['\u3164', '\u2800 \u2800', '\u00ad', '\u200b'])(
    'the server treats an optional text %j as missing',
    (blank) => {
      const parsed = PatientInput.parse({ ...typedPatient, middle_name: blank, occupation_name: blank });
      expect([parsed.middle_name, parsed.occupation_name]).toEqual([undefined, undefined]);
    },
  );

  it("the server removes only invisible characters from a patient's name", () => {
    expect(PatientInput.parse({ ...typedPatient, first_name: '\u202eAna\u200b' }).first_name).toBe('Ana');
    expect(PatientInput.parse({ ...typedPatient, last_name: "D'Ñúñez-Ó" }).last_name).toBe("D'Ñúñez-Ó");
  });

  it('P5.5 the server rejects a birth date after tomorrow or on a day that does not exist', () => {
    expect(patientInputProblems({ birth_date: '9999-12-31' })).toEqual([
      ['birth_date', 'La fecha de nacimiento no puede estar en el futuro.'],
    ]);
    expect(patientInputProblems({ birth_date: '1990-02-30' })).toEqual([
      ['birth_date', 'Formato esperado AAAA-MM-DD'],
    ]);
    expect(patientInputProblems({ birth_date: new Date().toISOString().slice(0, 10) })).toEqual([]);
  });
});
