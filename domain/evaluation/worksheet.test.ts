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
  sheets.setTypedText(emptyWorksheet, over, CONCEPT, mine);
const added = (notes: string): Worksheet =>
  sheets.addExam(emptyWorksheet, { examId: 'x1', name: 'Audiometría', code: 'AUD', notes, base: '' });

describe('P10.6 unsaved text of the doctor', () => {
  it('the page shows the doctor’s typed text instead of the server’s, and drops the typed text when both are equal', () => {
    const before = evaluation('Apta');
    const sheet = typed('Apta con', before);
    expect(sheets.worksheetText(sheet, before, CONCEPT)).toBe('Apta con');
    expect(sheets.isEmptyWorksheet(sheets.setTypedText(sheet, before, CONCEPT, 'Apta'))).toBe(true);
  });

  it('the save request contains only the changed texts; an emptied text is sent as empty', () => {
    const sheet = sheets.setTypedText(
      typed(' ', evaluation('Apta')),
      evaluation('Apta', 'x'),
      AUD,
      ' Normal ',
    );
    expect(sheets.notesToSave(sheet, {})).toEqual({ notes: [{ note_type: 'concepto', content: '' }] });
    expect(sheets.resultsToSave(sheet)).toEqual({ orders: [{ order_id: 'o1', result_notes: 'Normal' }] });
  });

  it('the save request contains each added exam once, with its result', () => {
    expect(sheets.resultsToSave(added(' 20/20 '))).toEqual({
      orders: [{ exam_id: 'x1', result_notes: '20/20' }],
    });
    expect(sheets.worksheetHasExam(added(''), { exam_orders: [], notes: [] }, 'x1')).toBe(true);
    expect(sheets.worksheetHasExam(emptyWorksheet, evaluation(''), 'x1')).toBe(true);
  });
});

describe('P10.192 line that the doctor is composing in the form next to a note', () => {
  const line = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };

  it('a line in the form is stored and counts as unsaved until the doctor adds it to the note or dismisses it', () => {
    const sheet = sheets.setUnfinishedLine(emptyWorksheet, 'restricciones', line);
    expect(sheets.unfinishedNotes(sheet)).toEqual(['restricciones']);
    expect(sheets.isSectionChanged(sheet, 'notes')).toBe(true);
    expect(sheets.isSectionChanged(sheet, 'results')).toBe(false);
    expect(sheets.unfinishedNotes(sheets.rebaseWorksheet(sheet, evaluation('Apta')))).toEqual([
      'restricciones',
    ]);
    expect(sheets.isEmptyWorksheet(sheets.setUnfinishedLine(sheet, 'restricciones', null))).toBe(true);
  });

  it('a line in the form does not count as unsaved while it has no text', () => {
    const sheet = sheets.setUnfinishedLine(emptyWorksheet, 'sve', { ...line, subject: ' ' });
    expect(sheets.unfinishedNotes(sheet)).toEqual([]);
    expect(sheets.isEmptyWorksheet(sheet)).toBe(true);
  });
});

describe('P10.194 text copied from an earlier visit into a note', () => {
  const took = (words = 'Apta\nCon gafas.', over = evaluation('')): Worksheet =>
    sheets.insertEarlierText(emptyWorksheet, over, CONCEPT, { words, day: '2026-03-12' });
  const unread = (sheet: Worksheet) => sheets.unreadCopiedNotes(sheet);

  it('copied text counts as unread until the doctor confirms or edits it', () => {
    expect(unread(took())).toEqual(['concepto']);
    expect(unread(sheets.confirmCopiedText(took(), CONCEPT))).toEqual([]);
    expect(sheets.notesToSave(sheets.confirmCopiedText(took(), CONCEPT), {}).notes).toEqual([
      { note_type: 'concepto', content: 'Apta\nCon gafas.' },
    ]);
    expect(unread(sheets.setTypedText(took(), evaluation(''), CONCEPT, 'Apta\nCon gafas. Hoy.'))).toEqual([]);
  });

  it('copied text stays unread when a helper form adds a line, and is no longer marked when a helper form replaces all of it', () => {
    const helped = sheets.setTextFromHelper(took(), evaluation(''), CONCEPT, 'No apta\nCon gafas.');
    expect(unread(helped)).toEqual(['concepto']);
    expect(sheets.worksheetText(helped, evaluation(''), CONCEPT)).toBe('No apta\nCon gafas.');
    expect(unread(sheets.setTextFromHelper(took(), evaluation(''), CONCEPT, 'No apta'))).toEqual([]);
    expect(sheets.isEmptyWorksheet(sheets.setTextFromHelper(took(), evaluation(''), CONCEPT, ''))).toBe(true);
  });

  it('copied text stays unread when the evaluation changes on the server, even in a conflict', () => {
    expect(unread(sheets.rebaseWorksheet(took(), evaluation('', 'Normal')))).toEqual(['concepto']);
    const both = sheets.rebaseWorksheet(took(), evaluation('No apta'));
    expect(sheets.conflictingTextKeys(both, 'notes')).toEqual([CONCEPT]);
    expect(unread(sheets.resolveTextConflict(both, CONCEPT, 'Apta hoy'))).toEqual([]);
  });

  it('text of an earlier visit is not copied when the server has the same text', () => {
    const emptied = sheets.setTypedText(emptyWorksheet, evaluation('Apta'), CONCEPT, '');
    const back = sheets.insertEarlierText(emptied, evaluation('Apta'), CONCEPT, {
      words: 'Apta',
      day: '2026-03-12',
    });
    expect(sheets.isEmptyWorksheet(back)).toBe(true);
  });
});

describe('P10.6 worksheet of an evaluation that two doctors edit', () => {
  it('an unsaved text has no conflict when the other doctor changed a different text', () => {
    const sheet = typed('Apta');
    expect(sheets.rebaseWorksheet(sheet, evaluation('', 'Normal'))).toBe(sheet);
  });

  it('the worksheet has nothing to save when both doctors wrote the same', () => {
    expect(sheets.isEmptyWorksheet(sheets.rebaseWorksheet(typed('Apta '), evaluation('Apta')))).toBe(true);
  });

  it('the worksheet keeps both texts and blocks the saving of their section when two doctors changed the same text', () => {
    const sheet = sheets.rebaseWorksheet(typed('Apta'), evaluation('No apta'));
    expect(sheet.texts[CONCEPT]).toEqual({ base: '', mine: 'Apta', theirs: 'No apta' });
    expect(sheets.conflictingTextKeys(sheet, 'notes')).toEqual([CONCEPT]);
    expect(sheets.conflictingTextKeys(sheet, 'results')).toEqual([]);
  });

  it.each([
    ['mine', 'Apta', 'Apta'],
    ['a joined text', 'Apta; antes: No apta', 'Apta; antes: No apta'],
  ])(
    'the worksheet stores %s as a change based on the other doctor’s text when the doctor chooses it to end a conflict',
    (_what, text, mine) => {
      const chosen = sheets.resolveTextConflict(
        sheets.rebaseWorksheet(typed('Apta'), evaluation('No apta')),
        CONCEPT,
        text,
      );
      expect(chosen.texts[CONCEPT]).toEqual({ base: 'No apta', mine, theirs: null });
      expect(sheets.rebaseWorksheet(chosen, evaluation('No apta'))).toBe(chosen);
    },
  );

  it('the worksheet has nothing to save when the doctor ends a conflict by choosing the other doctor’s text', () => {
    const sheet = sheets.rebaseWorksheet(typed('Apta'), evaluation('No apta'));
    expect(sheets.isEmptyWorksheet(sheets.resolveTextConflict(sheet, CONCEPT, 'No apta'))).toBe(true);
  });

  it('an open conflict shows the other doctor’s newest text, and ends when the other doctor reverts the change', () => {
    const sheet = sheets.rebaseWorksheet(typed('Apta', evaluation('a')), evaluation('b'));
    expect(sheets.rebaseWorksheet(sheet, evaluation('c')).texts[CONCEPT]?.theirs).toBe('c');
    expect(sheets.rebaseWorksheet(sheet, evaluation('a')).texts[CONCEPT]).toEqual({
      base: 'a',
      mine: 'Apta',
      theirs: null,
    });
  });

  it('typing during a conflict does not overwrite the other doctor’s text', () => {
    const sheet = sheets.rebaseWorksheet(typed('Apta'), evaluation('No apta'));
    expect(sheets.setTypedText(sheet, evaluation('No apta'), CONCEPT, '').texts[CONCEPT]).toEqual({
      base: '',
      mine: '',
      theirs: 'No apta',
    });
  });

  it('the result of an added exam moves to the existing order when another doctor has ordered the same exam', () => {
    const sheet = sheets.rebaseWorksheet(added('Normal'), evaluation('', null));
    expect(sheet).toEqual({ texts: { [AUD]: { base: '', mine: 'Normal', theirs: null } }, added: [] });
    expect(sheets.rebaseWorksheet(added('Normal'), evaluation('', 'Otro')).texts[AUD]?.theirs).toBe('Otro');
  });

  it('an added exam is not ordered twice when the response to the save request was lost', () => {
    expect(sheets.isEmptyWorksheet(sheets.rebaseWorksheet(added('Normal'), evaluation('', 'Normal')))).toBe(
      true,
    );
  });
});

describe('P10.6 worksheet after a save request', () => {
  it('the worksheet has no changes after saving when the doctor typed nothing during the request', () => {
    const sheet = typed('Apta');
    expect(sheets.isEmptyWorksheet(sheets.worksheetAfterSaving(sheet, sheet, 'notes'))).toBe(true);
  });

  it('text typed during the save request stays as a change based on the saved text', () => {
    const sent = typed('Apta ');
    const later = sheets.setTypedText(sent, evaluation(''), CONCEPT, 'Apta con');
    const sheet = sheets.worksheetAfterSaving(later, sent, 'notes');
    expect(sheet.texts[CONCEPT]).toEqual({ base: 'Apta', mine: 'Apta con', theirs: null });
    expect(sheets.rebaseWorksheet(sheet, evaluation('Apta'))).toEqual(sheet);
  });

  it('saving one section keeps the unsaved changes of the other section', () => {
    const sheet = sheets.setTypedText(typed('Apta'), evaluation(''), AUD, 'Normal');
    expect(sheets.isSectionChanged(sheets.worksheetAfterSaving(sheet, sheet, 'notes'), 'results')).toBe(true);
  });

  it('an added exam that the doctor changed during the save request causes no conflict', () => {
    const sent = added('Nor');
    const later = sheets.setAddedExamNotes(sent, 'x1', 'Normal');
    const sheet = sheets.rebaseWorksheet(
      sheets.worksheetAfterSaving(later, sent, 'results'),
      evaluation('', 'Nor'),
    );
    expect(sheet).toEqual({ texts: { [AUD]: { base: 'Nor', mine: 'Normal', theirs: null } }, added: [] });
  });
});
