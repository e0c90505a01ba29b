import { describe, expect, it } from 'vitest';
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
