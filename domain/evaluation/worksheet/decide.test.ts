import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DECISIONS, type Decisions } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { APTITUDES, REFERRAL_RECIPIENTS } from '#contract/vocabulary.ts';
import {
  setDecisionAndSentence,
  isSameNote,
  restoreNote,
  resolveDecisionAndSentence,
  getDisplayedDecisions,
  noteSnapshotOf,
} from './decide.ts';
import {
  RESTRICTION_ROW_ADAPTER,
  SUBJECT_ROW_ADAPTERS,
  createNoteRow,
  noteRowsOf,
  setNoteRows,
} from './note-rows.ts';
import { USUAL_PHRASES } from '../notes/phrases.ts';
import {
  NOTE_OF_DECISION,
  decisionOfPhrase,
  isDecisionChosen,
  decisionSentences,
} from '../notes/sentences.ts';
import * as sheets from './worksheet.ts';
import { createSaveNotesBody } from './worksheet-saving.ts';
import { emptyWorksheet, noteKey, worksheetText, type Worksheet } from './worksheet.ts';

const createEvaluationTexts = (
  notes: Partial<Record<NoteType, string>> = {},
  decisions: Partial<Decisions> = {},
) => ({
  exam_orders: [],
  notes: Object.entries(notes).map(([type, content]) => ({ note_type: type as NoteType, content })),
  decisions: { ...NO_DECISIONS, ...decisions },
});
const worksheetNoteText = (sheet: Worksheet, over: sheets.EvaluationTexts, type: NoteType) =>
  worksheetText(sheet, over, noteKey(type));
const HEIGHTS_RESTRICTION = { what: 'Sin trabajo en alturas', from: '2026-12-01', to: '2027-03-01' };
const NOISE_RESTRICTION = { what: 'Sin exposición a ruido', from: '2026-12-01', to: null };
const HEIGHTS_LINE = 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.';
const NOISE_LINE = 'Sin exposición a ruido, permanente desde el 1 dic 2026.';

describe('P10.270 decision and the sentence that it writes into the note', () => {
  it('P10.270 a new decision replaces the sentence of the previous decision and keeps the doctor’s own text', () => {
    const over = createEvaluationTexts({ concepto: 'Para el cargo de auxiliar.' });
    const fit = setDecisionAndSentence(emptyWorksheet, over, 'aptitude', 'apto');
    expect(worksheetNoteText(fit, over, 'concepto')).toBe('Apto\nPara el cargo de auxiliar.');
    const unfit = setDecisionAndSentence(fit, over, 'aptitude', 'no_apto');
    expect(worksheetNoteText(unfit, over, 'concepto')).toBe('No apto\nPara el cargo de auxiliar.');
    const none = setDecisionAndSentence(unfit, over, 'aptitude', null);
    expect(worksheetNoteText(none, over, 'concepto')).toBe('Para el cargo de auxiliar.');
    expect(getDisplayedDecisions(none, over)?.aptitude).toBeNull();
  });

  it('P10.270 removing a decision does not remove its sentence from the note when the doctor has edited the sentence', () => {
    const over = createEvaluationTexts({ concepto: 'Apto con gafas' }, { aptitude: 'apto' });
    const sheet = setDecisionAndSentence(emptyWorksheet, over, 'aptitude', null);
    expect(worksheetNoteText(sheet, over, 'concepto')).toBe('Apto con gafas');
    expect(getDisplayedDecisions(sheet, over)?.aptitude).toBeNull();
  });

  it('P10.270 typing in a note does not change the decision to which the note belongs', () => {
    const over = createEvaluationTexts({ concepto: 'Apto' }, { aptitude: 'apto' });
    const sheet = sheets.setTypedText(emptyWorksheet, over, noteKey('concepto'), 'No se considera apto');
    expect(getDisplayedDecisions(sheet, over)?.aptitude).toBe('apto');
    expect(createSaveNotesBody(sheet, over).decisions).toBeUndefined();
  });

  it("P10.270 each restriction writes one line into the note; the choice 'none' writes the usual phrase, such as 'Sin restricciones'", () => {
    const over = createEvaluationTexts({ restricciones: 'Usa gafas.' });
    const both = setDecisionAndSentence(emptyWorksheet, over, 'restrictions', [
      HEIGHTS_RESTRICTION,
      NOISE_RESTRICTION,
    ]);
    expect(worksheetNoteText(both, over, 'restricciones')).toBe(`Usa gafas.\n${HEIGHTS_LINE}\n${NOISE_LINE}`);
    const none = setDecisionAndSentence(both, over, 'restrictions', []);
    expect(worksheetNoteText(none, over, 'restricciones')).toBe('Sin restricciones\nUsa gafas.');
    const again = setDecisionAndSentence(none, over, 'restrictions', [NOISE_RESTRICTION]);
    expect(worksheetNoteText(again, over, 'restricciones')).toBe(`${NOISE_LINE}\nUsa gafas.`);
  });

  it('P10.270 a new reason for a referral does not change the note', () => {
    const over = createEvaluationTexts();
    const eps = setDecisionAndSentence(emptyWorksheet, over, 'referral', { to: 'eps', reason: null });
    expect(worksheetNoteText(eps, over, 'manejo_eps_arp')).toBe('Requiere valoración por EPS.');
    const why = setDecisionAndSentence(eps, over, 'referral', { to: 'eps', reason: 'Hernia' });
    expect(worksheetNoteText(why, over, 'manejo_eps_arp')).toBe('Requiere valoración por EPS.');
    expect(getDisplayedDecisions(why, over)?.referral).toEqual({ to: 'eps', reason: 'Hernia' });
  });

  it('P10.270 a new decision replaces the sentence of the previous decision, and removing the decision restores the original note', () => {
    const programme = fc.record({
      programme: fc.constantFrom('osteomuscular', 'voz', 'Riesgo químico'),
      act: fc.constantFrom('ingresa' as const, 'continua' as const, 'egresa' as const),
    });
    const value = fc.oneof(
      fc.record({ name: fc.constant('aptitude' as const), value: fc.constantFrom(...APTITUDES) }),
      fc.record({
        name: fc.constant('referral' as const),
        value: fc.record({ to: fc.constantFrom(...REFERRAL_RECIPIENTS), reason: fc.constant(null) }),
      }),
      fc.record({
        name: fc.constant('surveillance' as const),
        value: fc.uniqueArray(programme, { selector: ({ programme: name }) => name }),
      }),
    );
    fc.assert(
      fc.property(value, value, (one, other) => {
        fc.pre(one.name === other.name);
        const type = NOTE_OF_DECISION[one.name];
        const over = createEvaluationTexts({ [type]: 'Lo que escribió el médico.' });
        const first = setDecisionAndSentence(emptyWorksheet, over, one.name, one.value);
        const second = setDecisionAndSentence(first, over, other.name, other.value);
        const lines = worksheetNoteText(second, over, type).split('\n');
        expect(lines).toContain('Lo que escribió el médico.');
        const sentences = decisionSentences(other.name, other.value);
        expect(lines.filter((line) => line !== 'Lo que escribió el médico.').sort()).toEqual(
          [...sentences].sort(),
        );
        const none = setDecisionAndSentence(second, over, other.name, null);
        expect(worksheetNoteText(none, over, type)).toBe('Lo que escribió el médico.');
        expect(sheets.isEmptyWorksheet(none)).toBe(true);
      }),
    );
  });

  it('P10.269 the note gets the sentence of the other doctor’s decision when the doctor picks that decision in a conflict', () => {
    const over = createEvaluationTexts();
    const mine = setDecisionAndSentence(emptyWorksheet, over, 'surveillance', []);
    const theirs = createEvaluationTexts(
      { sve: 'No requiere' },
      {
        surveillance: [{ programme: 'voz', act: 'ingresa' }],
      },
    );
    const conflicted = sheets.rebaseWorksheet(mine, theirs);
    const taken = resolveDecisionAndSentence(
      conflicted,
      theirs,
      'surveillance',
      theirs.decisions.surveillance,
    );
    expect(worksheetNoteText(taken, theirs, 'sve')).toBe('Ingresa al SVE de la voz.');
    expect(getDisplayedDecisions(taken, theirs)?.surveillance).toEqual(theirs.decisions.surveillance);
  });

  it('P10.270 restoring the snapshot of a note restores the decision of that note and keeps later decisions of other notes', () => {
    const over = createEvaluationTexts();
    const before = setDecisionAndSentence(emptyWorksheet, over, 'restrictions', [HEIGHTS_RESTRICTION]);
    const snapshot = noteSnapshotOf(before, over, 'restricciones');
    const after = setDecisionAndSentence(
      setDecisionAndSentence(before, over, 'restrictions', []),
      over,
      'aptitude',
      'apto',
    );
    const restored = restoreNote(after, over, 'restricciones', snapshot);
    expect(isSameNote('restricciones', snapshot, noteSnapshotOf(restored, over, 'restricciones'))).toBe(true);
    expect(getDisplayedDecisions(restored, over)?.aptitude).toBe('apto');
  });
});

describe('P10.270 rows of restrictions, programmes and tasks', () => {
  it('P10.270 the rows of a note come from the stored decision, whatever lines the text contains', () => {
    const over = createEvaluationTexts({ restricciones: HEIGHTS_LINE });
    expect(noteRowsOf(RESTRICTION_ROW_ADAPTER, emptyWorksheet, over)).toEqual([]);
    const sheet = setDecisionAndSentence(emptyWorksheet, over, 'restrictions', [NOISE_RESTRICTION]);
    expect(noteRowsOf(RESTRICTION_ROW_ADAPTER, sheet, over)).toEqual([
      { line: NOISE_LINE, item: NOISE_RESTRICTION },
    ]);
  });

  it('P10.270 removing the last row of a note sets the decision that the rows show to null', () => {
    const over = createEvaluationTexts({}, { restrictions: [HEIGHTS_RESTRICTION] });
    const sheet = setNoteRows(RESTRICTION_ROW_ADAPTER, emptyWorksheet, over, []);
    expect(getDisplayedDecisions(sheet, over)?.restrictions).toBeNull();
  });

  it('P10.271 the rows of a note come from its lines when the server stores no decisions', () => {
    const over = { exam_orders: [], notes: createEvaluationTexts({ aptitud_tarea: 'Alturas: apta.' }).notes };
    const tasks = SUBJECT_ROW_ADAPTERS.aptitud_tarea;
    if (!tasks) throw new Error('no rows of tasks');
    const rows = noteRowsOf(tasks, emptyWorksheet, over);
    expect(rows).toEqual([{ line: 'Alturas: apta.', item: { subject: 'Alturas', said: 'Apto' } }]);
    const added = [...rows, createNoteRow(tasks, { subject: 'Buceo', said: 'No apto' })];
    const sheet = setNoteRows(tasks, emptyWorksheet, over, added);
    expect(worksheetNoteText(sheet, over, 'aptitud_tarea')).toBe('Alturas: apta.\nBuceo: no apto.');
    expect(sheet.choices).toBeUndefined();
  });

  it("P10.270 programmes and tasks are stored with the code of the doctor's choice, such as apto_restricciones", () => {
    const over = createEvaluationTexts();
    const { sve, aptitud_tarea: tasks } = SUBJECT_ROW_ADAPTERS;
    if (!sve || !tasks) throw new Error('no rows');
    let sheet = setNoteRows(sve, emptyWorksheet, over, [
      createNoteRow(sve, { subject: 'voz', said: 'Continúa' }),
    ]);
    sheet = setNoteRows(tasks, sheet, over, [
      createNoteRow(tasks, { subject: 'Alturas', said: 'Apto con restricciones' }),
    ]);
    expect(getDisplayedDecisions(sheet, over)).toMatchObject({
      surveillance: [{ programme: 'voz', act: 'continua' }],
      tasks: [{ task: 'Alturas', aptitude: 'apto_restricciones' }],
    });
  });
});

it('P10.270 each usual phrase of a note sets one decision, and the sentence of this decision equals the phrase', () => {
  for (const type of Object.values(NOTE_OF_DECISION))
    for (const phrase of USUAL_PHRASES[type] ?? []) {
      const chosen = decisionOfPhrase(type, phrase);
      if (!chosen) throw new Error(`${phrase} sets nothing`);
      expect(decisionSentences(chosen.name, chosen.value)).toEqual([phrase]);
      expect(isDecisionChosen({ ...NO_DECISIONS, [chosen.name]: chosen.value }, chosen)).toBe(true);
      expect(isDecisionChosen(NO_DECISIONS, chosen)).toBe(false);
    }
  expect(decisionOfPhrase('recomendaciones', 'Sin recomendaciones')).toBeNull();
});
