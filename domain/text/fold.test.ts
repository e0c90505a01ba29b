import { describe, expect, it } from 'vitest';
import { fullName } from '../patient/name.ts';
import { foldText, searchWords } from './fold.ts';

describe('R1 search folds case, accents and ñ', () => {
  it('brings every spelling to one', () => {
    for (const spelling of [
      'MUÑOZ Álvarez',
      'munoz  alvarez',
      ' Muñoz ÁLVAREZ ',
      'Mun\u0303oz A\u0301lvarez',
    ])
      expect(foldText(spelling)).toBe('munoz alvarez');
    expect(searchWords('  Ñ  Ú ')).toEqual(['n', 'u']);
  });
});

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
