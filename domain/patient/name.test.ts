import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SURNAME, fullName, addDoctorPreposition, formatNamePart, formatNameParts } from './name.ts';

describe('P3 full name of a patient', () => {
  it('the full name of a patient omits missing parts', () => {
    expect(fullName({ first_name: 'Ana ', middle_name: null, last_name: 'Gil', second_last_name: '' })).toBe(
      'Ana Gil',
    );
    expect(
      fullName({ first_name: 'Ana', middle_name: 'María', last_name: 'Gil', second_last_name: 'Núñez' }),
    ).toBe('Ana María Gil Núñez');
  });
});

describe('P10.310 full name of a patient without a surname', () => {
  it('P10.310 the full name of a patient without a surname consists of the given names', () => {
    for (const last_name of [NO_SURNAME, 'SIN APELLIDO'])
      expect(fullName({ first_name: 'Rajesh', middle_name: 'Kumar', last_name })).toBe('Rajesh Kumar');
    expect(formatNameParts({ first_name: 'Rajesh', last_name: NO_SURNAME }).last_name).toBe('Sin apellido');
  });
});

describe('P10.76 spelling of names on the screen', () => {
  it.each([
    ['ana maría', 'Ana María'],
    ['ANA MARÍA', 'Ana María'],
    ['CAÑAS', 'Cañas'],
    ['de la cruz', 'De la Cruz'],
    ['DE LA CRUZ', 'De la Cruz'],
    ['ñungo', 'Ñungo'],
    ['PÉREZ-ROA', 'Pérez-Roa'],
    ["d'angelo", "D'Angelo"],
    ['O’CONNOR', 'O’Connor'],
    ['', ''],
  ])('the screen shows the name %s, typed in a single case, as %s', (typed, written) =>
    expect(formatNamePart(typed)).toBe(written),
  );

  it.each(['Ana maría', 'McAllister', 'de la Cruz', 'Muñoz CAÑAS', '李'])(
    'the screen shows the name %s as it was typed',
    (typed) => expect(formatNamePart(typed)).toBe(typed),
  );
});

describe('P10.268 one spelling rule for all patient names', () => {
  const letters = 'aáñüAÁÑÜzZ';
  const part = fc
    .array(fc.stringMatching(new RegExp(`^(?:[${letters}]{1,6}|de|DE|la|LA|y)$`)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(' '));

  it('P10.268 the spelling rule changes only the case of letters, and a second application changes nothing', () => {
    fc.assert(
      fc.property(part, fc.boolean(), (typed, follows) => {
        const written = formatNamePart(typed, follows);
        expect(written.toLowerCase()).toBe(typed.toLowerCase());
        expect(formatNamePart(written, follows)).toBe(written);
      }),
    );
  });

  it('P10.268 the spelling rule gives the same result for a name part in capitals and in lower case, and keeps a part in mixed case', () => {
    fc.assert(
      fc.property(part, fc.boolean(), (typed, follows) => {
        expect(formatNamePart(typed.toUpperCase(), follows)).toBe(
          formatNamePart(typed.toLowerCase(), follows),
        );
        const isMixed = typed !== typed.toUpperCase() && typed !== typed.toLowerCase();
        expect(isMixed && formatNamePart(typed, follows) !== typed).toBe(false);
      }),
    );
  });

  it('P10.268 the full name consists of the parts of the name, each in its corrected spelling', () => {
    const typed = { first_name: 'ana', last_name: 'DE LA CRUZ', second_last_name: ' McAllister ' };
    expect(fullName(typed)).toBe('Ana de la Cruz McAllister');
    expect(formatNameParts(typed)).toEqual({
      first_name: 'Ana',
      middle_name: '',
      last_name: 'de la Cruz',
      second_last_name: 'McAllister',
    });
  });
});

it.each([
  ['Dr. Jorge Díaz', 'del Dr. Jorge Díaz'],
  ['Dra. Ana Mora', 'de la Dra. Ana Mora'],
  ['Drago Pérez', 'de Drago Pérez'],
])('P10.17 documents print the doctor’s name %s with the correct preposition', (name, written) =>
  expect(addDoctorPreposition(name)).toBe(written),
);
