import { describe, expect, it } from 'vitest';
import { fullName, typedName, writtenName } from './name.ts';

describe('P3 a name on screen', () => {
  it('leaves out the parts that are not there', () => {
    expect(fullName({ first_name: 'Ana ', middle_name: null, last_name: 'Gil', second_last_name: '' })).toBe(
      'Ana Gil',
    );
    expect(
      fullName({ first_name: 'Ana', middle_name: 'María', last_name: 'Gil', second_last_name: 'Núñez' }),
    ).toBe('Ana María Gil Núñez');
  });
});

describe('P10.76 a name on screen', () => {
  it.each([
    ['ana maría', 'Ana María'],
    ['de la cruz', 'De la Cruz'],
    ['ñungo', 'Ñungo'],
    ['pérez-roa', 'Pérez-Roa'],
    ["d'angelo", "D'Angelo"],
    ['', ''],
  ])('%s without capitals is written %s', (typed, written) => expect(writtenName(typed)).toBe(written));

  it.each(['Ana maría', 'McAllister', 'ANA MARÍA', 'de la Cruz', '李'])('%s stays as it was typed', (typed) =>
    expect(writtenName(typed)).toBe(typed),
  );

  it('is judged part by part, and to the letter where it matters what was typed', () => {
    const typed = { first_name: 'ana', last_name: 'de la cruz', second_last_name: ' McAllister ' };
    expect(fullName(typed)).toBe('Ana de la Cruz McAllister');
    expect(typedName(typed)).toBe('ana de la cruz McAllister');
  });
});
