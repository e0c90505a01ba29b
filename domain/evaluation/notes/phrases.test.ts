import { describe, expect, it } from 'vitest';
import { APTITUDE_LABELS } from '#contract/vocabulary.ts';
import { USUAL_PHRASES, hasPhraseAsFirstLine, togglePhrase } from './phrases.ts';

describe('P10.139 usual phrase that the doctor inserts with one tap', () => {
  it.each([
    ['', 'Apto', 'Apto'],
    [' \n', 'Apto', 'Apto'],
    ['Apto', 'Apto con restricciones', 'Apto con restricciones'],
    ['Apto', 'Apto', ''],
    ['Apto\nPara el cargo de auxiliar.', 'Aplazado', 'Aplazado\nPara el cargo de auxiliar.'],
    ['Apto\nPara el cargo.', 'Apto', 'Para el cargo.'],
    ['Apto para el cargo.', 'No apto', 'No apto\nApto para el cargo.'],
  ])('P10.139 the note %j after a tap on the usual phrase %s is %j', (text, phrase, written) => {
    expect(togglePhrase('concepto', text, phrase)).toBe(written);
    expect(hasPhraseAsFirstLine(written, phrase)).toBe(text.split('\n')[0] !== phrase);
  });

  it("P10.139 every usual phrase of the note 'concepto' equals the label of an aptitude", () => {
    expect(Object.values(APTITUDE_LABELS)).toEqual(
      expect.arrayContaining([...(USUAL_PHRASES.concepto ?? [])]),
    );
  });
});
