import { describe, expect, it } from 'vitest';
import { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';
import { personColumnsOf } from './person-columns.ts';

const columnsOf = (changes: object = {}) =>
  personColumnsOf(
    ExpectedPersonBody.parse({
      identification_type: 'CC',
      identification_number: '01.020.304',
      first_name: 'José',
      last_name: "O'Núñez",
      ...changes,
    }),
  );

describe('P11.2 P11.4 personColumnsOf', () => {
  it('P11.2 stores every field of the patient, null for a missing value', () => {
    const { person } = columnsOf({ gender: 'M' });
    expect(Object.keys(person)).toEqual(PATIENT_DATA_FIELD_NAMES);
    expect(person).toMatchObject({ first_name: 'José', gender: 'M', birth_date: null });
  });

  it('P11.4 normalises the number as that of a patient, and keeps it as typed', () => {
    expect(columnsOf()).toMatchObject({ identification_number: '01.020.304', normalizedNumber: '1020304' });
    expect(columnsOf({ identification_type: 'PA', identification_number: 'ab-01' }).normalizedNumber).toBe(
      'AB01',
    );
    expect(columnsOf({ identification_number: '. -' }).normalizedNumber).toBe('');
  });

  it('P11.7 finds names without accents and capitals, and both spellings of the number', () => {
    expect(columnsOf({ second_last_name: 'Peña' }).searchText).toBe("01.020.304 1020304 jose o'nunez pena");
  });
});
