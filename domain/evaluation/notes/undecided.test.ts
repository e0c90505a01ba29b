import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decisions, NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { APTITUDE_LABELS, type NoteType, REFERRAL_LABELS } from '#contract/vocabulary.ts';
import {
  MISCLASSIFIED_PHRASINGS,
  PHRASING_TEST_OPTIONS,
  arbitraryPhrasing,
} from '#tests/support/documents/phrasings.ts';
import { NOT_RECORDED_TEXT } from '../decisions.ts';
import { discloseNotes } from './disclosure.ts';

function expectNothingInferred([type, text]: readonly [NoteType, string]): void {
  for (const decisions of [null, NO_DECISIONS]) {
    const printed = discloseNotes((of) => (of === type ? text : ''), decisions);
    const { concept, ...others } = printed;
    expect(concept).toBe(type === 'concepto' ? text.trim() : NOT_RECORDED_TEXT);
    expect(new Set(Object.values(others))).toEqual(new Set([NOT_RECORDED_TEXT]));
  }
}

describe('P10.262 concept of an evaluation without decisions', () => {
  it.each(MISCLASSIFIED_PHRASINGS)(
    "P10.262 the concept of an undecided evaluation prints only the note 'concepto', and prints it unchanged: note %s with the text %j",
    (type, text) => {
      expectNothingInferred([type, text]);
    },
  );

  it('P10.262 the concept states no aptitude, programme or referral when the doctor decided nothing, for 200 random notes', () => {
    fc.assert(fc.property(arbitraryPhrasing, expectNothingInferred), PHRASING_TEST_OPTIONS);
  });

  it("P10.262 the concept states the doctor's decisions even when a note contradicts them, for 200 random notes", () => {
    const chosen: Decisions = {
      ...NO_DECISIONS,
      aptitude: 'aplazado',
      surveillance: [{ programme: 'voz', act: 'ingresa' }],
      referral: { to: 'arl', reason: null },
      restrictions: [{ what: 'Sin cargas', from: '2026-12-01', to: null }],
      tasks: [{ task: 'Alta tensión', aptitude: 'no_apto' }],
    };
    fc.assert(
      fc.property(arbitraryPhrasing, ([type, text]) => {
        const printed = discloseNotes((of) => (of === type ? text : ''), chosen);
        expect(printed.concept.split('\n')[0]?.replace(/\W+$/, '').toLowerCase()).toBe(
          APTITUDE_LABELS.aplazado.toLowerCase(),
        );
        expect(printed.restrictions).toContain('Sin cargas, permanente desde el 1 dic 2026.');
        expect(printed.tasks).toContain('Alta tensión: no apto.');
        expect([printed.surveillance, printed.referral]).toEqual(['Sí: voz', REFERRAL_LABELS.arl]);
      }),
      PHRASING_TEST_OPTIONS,
    );
  });
});
