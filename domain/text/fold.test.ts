import { describe, expect, it } from 'vitest';
import { foldText, containsAllTerms, searchTerms } from './fold.ts';

describe('R1 search that ignores case, accents and ñ', () => {
  it('every spelling of a name is reduced to the same search text', () => {
    for (const spelling of [
      'MUÑOZ Álvarez',
      'munoz  alvarez',
      ' Muñoz ÁLVAREZ ',
      'Mun\u0303oz A\u0301lvarez',
    ])
      expect(foldText(spelling)).toBe('munoz alvarez');
    expect(searchTerms('  Ñ  Ú ')).toEqual(['n', 'u']);
  });

  it('apostrophes, dashes and blanks are reduced to those of a keyboard; invisible characters are removed', () => {
    for (const spelling of [
      'O’Connor–Páez',
      "o'connor-paez",
      'O´Connor\u2011Pa\u00adez',
      '\ufeffO`Con\u200bnor-Páez\u00a0',
    ])
      expect(foldText(spelling)).toBe("o'connor-paez");
    expect(searchTerms('Páez, Sinéad;\u00a0Ana')).toEqual(['paez', 'sinead', 'ana']);
  });

  it('the search finds a NIT with and without its prefix, dots and dashes', () => {
    for (const query of ['900555444', '900.555.444', 'NIT 900.555.444-1', 'N.I.T.: 9005554441'])
      for (const code of ['900555444-1', '900.555.444-1'])
        expect(containsAllTerms(foldText(`${code} Flores`), searchTerms(query))).toBe(true);
    expect(containsAllTerms('900555444-1 flores', searchTerms('900.555.445'))).toBe(false);
  });
});
