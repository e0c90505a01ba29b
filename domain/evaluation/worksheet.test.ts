import { describe, expect, it } from 'vitest';
import * as sheets from './worksheet.ts';
import { emptyWorksheet, noteKey, resultKey, type Worksheet } from './worksheet.ts';

const CONCEPT = noteKey('concepto');
const AUD = resultKey('o1');
const exam = { id: 'x1', name: 'Audiometría', code: 'AUD' };

const evaluation = (concept: string, result: string | null = null) => ({
  exam_orders: [
    { id: 'o1', exam, updated_at: '2026-11-20T11:58:00Z', result_notes: result, attachments: [] },
  ],
  notes: concept === '' ? [] : [{ note_type: 'concepto' as const, content: concept }],
});
const typed = (mine: string, over = evaluation('')): Worksheet =>
  sheets.typeText(emptyWorksheet, over, CONCEPT, mine);
const added = (notes: string): Worksheet =>
  sheets.addExam(emptyWorksheet, { examId: 'x1', name: 'Audiometría', code: 'AUD', notes, base: '' });

describe('P10.6 what was typed', () => {
  it('is shown instead of what the provider has, and is no change once it is the same again', () => {
    const before = evaluation('Apta');
    const sheet = typed('Apta con', before);
    expect(sheets.shownText(sheet, before, CONCEPT)).toBe('Apta con');
    expect(sheets.isEmptySheet(sheets.typeText(sheet, before, CONCEPT, 'Apta'))).toBe(true);
  });

  it('only what changed is sent; an emptied text is taken away', () => {
    const sheet = sheets.typeText(typed(' ', evaluation('Apta')), evaluation('Apta', 'x'), AUD, ' Normal ');
    expect(sheets.notesToSave(sheet, {})).toEqual({ notes: [{ note_type: 'concepto', content: '' }] });
    expect(sheets.resultsToSave(sheet)).toEqual({ orders: [{ order_id: 'o1', result_notes: 'Normal' }] });
  });

  it('exams added go with their notes, once each', () => {
    expect(sheets.resultsToSave(added(' 20/20 '))).toEqual({
      orders: [{ exam_id: 'x1', result_notes: '20/20' }],
    });
    expect(sheets.hasExam(added(''), { exam_orders: [], notes: [] }, 'x1')).toBe(true);
    expect(sheets.hasExam(emptyWorksheet, evaluation(''), 'x1')).toBe(true);
  });
});

describe('P10.192 a line that is being put together beside a note', () => {
  const line = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };

  it('is kept as what is typed is, and counts as a change until it is written or given up', () => {
    const sheet = sheets.beginLine(emptyWorksheet, 'restricciones', line);
    expect(sheets.unfinishedNotes(sheet)).toEqual(['restricciones']);
    expect(sheets.isChanged(sheet, 'notes')).toBe(true);
    expect(sheets.isChanged(sheet, 'results')).toBe(false);
    expect(sheets.unfinishedNotes(sheets.rebase(sheet, evaluation('Apta')))).toEqual(['restricciones']);
    expect(sheets.isEmptySheet(sheets.beginLine(sheet, 'restricciones', null))).toBe(true);
  });

  it('one without a word has lost nothing when it goes', () => {
    const sheet = sheets.beginLine(emptyWorksheet, 'sve', { ...line, subject: ' ' });
    expect(sheets.unfinishedNotes(sheet)).toEqual([]);
    expect(sheets.isEmptySheet(sheet)).toBe(true);
  });
});

describe('P10.194 words of an earlier visit', () => {
  const took = (words = 'Apta\nCon gafas.', over = evaluation('')): Worksheet =>
    sheets.takeText(emptyWorksheet, over, CONCEPT, { words, day: '2026-03-12' });
  const unread = (sheet: Worksheet) => sheets.unreadNotes(sheet);

  it('are unread until a person says so, or types in them', () => {
    expect(unread(took())).toEqual(['concepto']);
    expect(unread(sheets.confirmTaken(took(), CONCEPT))).toEqual([]);
    expect(sheets.notesToSave(sheets.confirmTaken(took(), CONCEPT), {}).notes).toEqual([
      { note_type: 'concepto', content: 'Apta\nCon gafas.' },
    ]);
    expect(unread(sheets.typeText(took(), evaluation(''), CONCEPT, 'Apta\nCon gafas. Hoy.'))).toEqual([]);
  });

  it('a helper that writes beside them reads nothing, and one that replaces them all leaves nothing old', () => {
    const helped = sheets.writeText(took(), evaluation(''), CONCEPT, 'No apta\nCon gafas.');
    expect(unread(helped)).toEqual(['concepto']);
    expect(sheets.shownText(helped, evaluation(''), CONCEPT)).toBe('No apta\nCon gafas.');
    expect(unread(sheets.writeText(took(), evaluation(''), CONCEPT, 'No apta'))).toEqual([]);
    expect(sheets.isEmptySheet(sheets.writeText(took(), evaluation(''), CONCEPT, ''))).toBe(true);
  });

  it('stay unread over a newer state, and beside another text that a person has to choose from', () => {
    expect(unread(sheets.rebase(took(), evaluation('', 'Normal')))).toEqual(['concepto']);
    const both = sheets.rebase(took(), evaluation('No apta'));
    expect(sheets.conflictsIn(both, 'notes')).toEqual([CONCEPT]);
    expect(unread(sheets.settleText(both, CONCEPT, 'Apta hoy'))).toEqual([]);
  });

  it('what the provider has already is not taken over', () => {
    const emptied = sheets.typeText(emptyWorksheet, evaluation('Apta'), CONCEPT, '');
    const back = sheets.takeText(emptied, evaluation('Apta'), CONCEPT, { words: 'Apta', day: '2026-03-12' });
    expect(sheets.isEmptySheet(back)).toBe(true);
  });
});

describe('P10.6 two doctors on one evaluation', () => {
  it('the other one changed another text: nothing to choose', () => {
    const sheet = typed('Apta');
    expect(sheets.rebase(sheet, evaluation('', 'Normal'))).toBe(sheet);
  });

  it('both wrote the same: nothing is left to save', () => {
    expect(sheets.isEmptySheet(sheets.rebase(typed('Apta '), evaluation('Apta')))).toBe(true);
  });

  it('both changed one text: both are kept, and the section waits for a choice', () => {
    const sheet = sheets.rebase(typed('Apta'), evaluation('No apta'));
    expect(sheet.texts[CONCEPT]).toEqual({ base: '', mine: 'Apta', theirs: 'No apta' });
    expect(sheets.conflictsIn(sheet, 'notes')).toEqual([CONCEPT]);
    expect(sheets.conflictsIn(sheet, 'results')).toEqual([]);
  });

  it.each([
    ['mine', 'Apta', 'Apta'],
    ['a joined text', 'Apta; antes: No apta', 'Apta; antes: No apta'],
  ])('%s, chosen, is a change of theirs', (_what, text, mine) => {
    const chosen = sheets.settleText(sheets.rebase(typed('Apta'), evaluation('No apta')), CONCEPT, text);
    expect(chosen.texts[CONCEPT]).toEqual({ base: 'No apta', mine, theirs: null });
    expect(sheets.rebase(chosen, evaluation('No apta'))).toBe(chosen);
  });

  it('theirs, chosen, leaves nothing to save', () => {
    const sheet = sheets.rebase(typed('Apta'), evaluation('No apta'));
    expect(sheets.isEmptySheet(sheets.settleText(sheet, CONCEPT, 'No apta'))).toBe(true);
  });

  it('a choice that was not made yet follows the newest of theirs, and settles when they go back', () => {
    const sheet = sheets.rebase(typed('Apta', evaluation('a')), evaluation('b'));
    expect(sheets.rebase(sheet, evaluation('c')).texts[CONCEPT]?.theirs).toBe('c');
    expect(sheets.rebase(sheet, evaluation('a')).texts[CONCEPT]).toEqual({
      base: 'a',
      mine: 'Apta',
      theirs: null,
    });
  });

  it('typing goes on in a text that waits for a choice, and their text stays', () => {
    const sheet = sheets.rebase(typed('Apta'), evaluation('No apta'));
    expect(sheets.typeText(sheet, evaluation('No apta'), CONCEPT, '').texts[CONCEPT]).toEqual({
      base: '',
      mine: '',
      theirs: 'No apta',
    });
  });

  it('an exam that somebody else added meanwhile goes on as its result', () => {
    const sheet = sheets.rebase(added('Normal'), evaluation('', null));
    expect(sheet).toEqual({ texts: { [AUD]: { base: '', mine: 'Normal', theirs: null } }, added: [] });
    expect(sheets.rebase(added('Normal'), evaluation('', 'Otro')).texts[AUD]?.theirs).toBe('Otro');
  });

  it('an exam whose saving was answered by nobody is not added twice', () => {
    expect(sheets.isEmptySheet(sheets.rebase(added('Normal'), evaluation('', 'Normal')))).toBe(true);
  });
});

describe('P10.6 after saving', () => {
  it('what was sent is no change any more', () => {
    const sheet = typed('Apta');
    expect(sheets.isEmptySheet(sheets.afterSaving(sheet, sheet, 'notes'))).toBe(true);
  });

  it('what was typed meanwhile stays, as a change of what was sent', () => {
    const sent = typed('Apta ');
    const later = sheets.typeText(sent, evaluation(''), CONCEPT, 'Apta con');
    const sheet = sheets.afterSaving(later, sent, 'notes');
    expect(sheet.texts[CONCEPT]).toEqual({ base: 'Apta', mine: 'Apta con', theirs: null });
    expect(sheets.rebase(sheet, evaluation('Apta'))).toEqual(sheet);
  });

  it('the other section is untouched', () => {
    const sheet = sheets.typeText(typed('Apta'), evaluation(''), AUD, 'Normal');
    expect(sheets.isChanged(sheets.afterSaving(sheet, sheet, 'notes'), 'results')).toBe(true);
  });

  it('an added exam that was typed on meanwhile is no conflict with itself', () => {
    const sent = added('Nor');
    const later = sheets.typeAdded(sent, 'x1', 'Normal');
    const sheet = sheets.rebase(sheets.afterSaving(later, sent, 'results'), evaluation('', 'Nor'));
    expect(sheet).toEqual({ texts: { [AUD]: { base: 'Nor', mine: 'Normal', theirs: null } }, added: [] });
  });
});
