import { describe, expect, it } from 'vitest';
import { parseOptionLines, optionsProblem } from './option-lines.ts';

const findProblemOfText = (text: string) => optionsProblem(parseOptionLines(text));

describe('P10.358 options of a list, one per line', () => {
  it('a pasted list gives one trimmed option per line, without the empty lines at its end', () => {
    expect(parseOptionLines('  Nueva EPS \r\nSura\t\nSalud   Total\n\n \n')).toEqual([
      'Nueva EPS',
      'Sura',
      'Salud Total',
    ]);
    expect(parseOptionLines(' \n')).toEqual([]);
  });

  it.each([
    ['Sura\n\nSanitas', 'La línea 2 está vacía.'],
    ['Bogotá\nCali\nBOGOTA', 'La línea 3 repite la línea 1.'],
    [`Sura\n${'x'.repeat(121)}`, 'La línea 2 pasa de 120 caracteres.'],
    [
      'a\na\na\n\n\nb',
      'La línea 2 repite la línea 1. La línea 3 repite la línea 1. La línea 4 está vacía. Y 1 más.',
    ],
  ])('the form names the invalid lines by number: %j', (text, problem) => {
    expect(findProblemOfText(text)).toBe(problem);
  });

  it('a list in which all options are different has no error', () =>
    expect(findProblemOfText('Sura\nSanitas')).toBeNull());
});
