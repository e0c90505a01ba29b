import { describe, expect, it } from 'vitest';
import * as sheets from './worksheet.ts';
import { createSaveExamOrdersBody, createSaveNotesBody, worksheetAfterSaving } from './worksheet-saving.ts';
import { emptyWorksheet, noteKey, resultKey, type Worksheet } from './worksheet.ts';

const CONCEPT_KEY = noteKey('concepto');
const AUDIOMETRY_KEY = resultKey('o1');
const audiometryExam = { id: 'x1', name: 'Audiometría', code: 'AUD' };

const createConceptAndResult = (concept: string, result: string | null = null) => ({
  exam_orders: [
    {
      id: 'o1',
      exam: audiometryExam,
      updated_at: '2026-11-20T11:58:00Z',
      result_notes: result,
      attachments: [],
    },
  ],
  notes: concept === '' ? [] : [{ note_type: 'concepto' as const, content: concept }],
});
const sheetWithTypedConcept = (mine: string, over = createConceptAndResult('')): Worksheet =>
  sheets.setTypedText(emptyWorksheet, over, CONCEPT_KEY, mine);
const sheetWithAddedExam = (notes: string): Worksheet =>
  sheets.addExamToWorksheet(emptyWorksheet, {
    examId: 'x1',
    name: 'Audiometría',
    code: 'AUD',
    notes,
    base: '',
  });

describe('P10.6 unsaved text of the doctor', () => {
  it('the page shows the doctor’s typed text instead of the server’s, and drops the typed text when both are equal', () => {
    const before = createConceptAndResult('Apta');
    const sheet = sheetWithTypedConcept('Apta con', before);
    expect(sheets.worksheetText(sheet, before, CONCEPT_KEY)).toBe('Apta con');
    expect(sheets.isEmptyWorksheet(sheets.setTypedText(sheet, before, CONCEPT_KEY, 'Apta'))).toBe(true);
  });

  it('the save request contains only the changed texts; an emptied text is sent as empty', () => {
    const sheet = sheets.setTypedText(
      sheetWithTypedConcept(' ', createConceptAndResult('Apta')),
      createConceptAndResult('Apta', 'x'),
      AUDIOMETRY_KEY,
      ' Normal ',
    );
    expect(createSaveNotesBody(sheet, {})).toEqual({
      notes: [{ note_type: 'concepto', content: '' }],
    });
    expect(createSaveExamOrdersBody(sheet)).toEqual({
      orders: [{ order_id: 'o1', result_notes: 'Normal' }],
    });
  });

  it('the save request contains each added exam once, with its result', () => {
    expect(createSaveExamOrdersBody(sheetWithAddedExam(' 20/20 '))).toEqual({
      orders: [{ exam_id: 'x1', result_notes: '20/20' }],
    });
    expect(sheets.isExamAddedOrOrdered(sheetWithAddedExam(''), { exam_orders: [], notes: [] }, 'x1')).toBe(
      true,
    );
    expect(sheets.isExamAddedOrOrdered(emptyWorksheet, createConceptAndResult(''), 'x1')).toBe(true);
  });
});

describe('P10.192 line that the doctor is composing in the form next to a note', () => {
  const line = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };

  it('an unfinished line in the form is stored and counts as unsaved until the doctor adds it to the note or dismisses it', () => {
    const sheet = sheets.setUnfinishedLine(emptyWorksheet, 'restricciones', line);
    expect(sheets.notesWithUnfinishedLine(sheet)).toEqual(['restricciones']);
    expect(sheets.isSectionChanged(sheet, 'notes')).toBe(true);
    expect(sheets.isSectionChanged(sheet, 'results')).toBe(false);
    expect(
      sheets.notesWithUnfinishedLine(sheets.rebaseWorksheet(sheet, createConceptAndResult('Apta'))),
    ).toEqual(['restricciones']);
    expect(sheets.isEmptyWorksheet(sheets.setUnfinishedLine(sheet, 'restricciones', null))).toBe(true);
  });

  it('an unfinished line in the form does not count as unsaved while it has no text', () => {
    const sheet = sheets.setUnfinishedLine(emptyWorksheet, 'sve', { ...line, subject: ' ' });
    expect(sheets.notesWithUnfinishedLine(sheet)).toEqual([]);
    expect(sheets.isEmptyWorksheet(sheet)).toBe(true);
  });
});

describe('P10.194 text copied from an earlier visit into a note', () => {
  const sheetWithCopiedNote = (words = 'Apta\nCon gafas.', over = createConceptAndResult('')): Worksheet =>
    sheets.setTextFromEarlierVisit(emptyWorksheet, over, CONCEPT_KEY, { words, day: '2026-03-12' });
  const unreadNotes = (sheet: Worksheet) => sheets.unreadCopiedNotes(sheet);

  it('copied text counts as unread until the doctor confirms or edits it', () => {
    expect(unreadNotes(sheetWithCopiedNote())).toEqual(['concepto']);
    expect(unreadNotes(sheets.confirmCopiedText(sheetWithCopiedNote(), CONCEPT_KEY))).toEqual([]);
    expect(
      createSaveNotesBody(sheets.confirmCopiedText(sheetWithCopiedNote(), CONCEPT_KEY), {}).notes,
    ).toEqual([{ note_type: 'concepto', content: 'Apta\nCon gafas.' }]);
    expect(
      unreadNotes(
        sheets.setTypedText(
          sheetWithCopiedNote(),
          createConceptAndResult(''),
          CONCEPT_KEY,
          'Apta\nCon gafas. Hoy.',
        ),
      ),
    ).toEqual([]);
  });

  it('copied text stays marked as unread when a note helper adds a line, and loses the mark when a note helper replaces the whole text', () => {
    const helped = sheets.setTextFromHelper(
      sheetWithCopiedNote(),
      createConceptAndResult(''),
      CONCEPT_KEY,
      'No apta\nCon gafas.',
    );
    expect(unreadNotes(helped)).toEqual(['concepto']);
    expect(sheets.worksheetText(helped, createConceptAndResult(''), CONCEPT_KEY)).toBe('No apta\nCon gafas.');
    expect(
      unreadNotes(
        sheets.setTextFromHelper(sheetWithCopiedNote(), createConceptAndResult(''), CONCEPT_KEY, 'No apta'),
      ),
    ).toEqual([]);
    expect(
      sheets.isEmptyWorksheet(
        sheets.setTextFromHelper(sheetWithCopiedNote(), createConceptAndResult(''), CONCEPT_KEY, ''),
      ),
    ).toBe(true);
  });

  it('copied text stays marked as unread when the evaluation changes on the server, even in a conflict', () => {
    expect(
      unreadNotes(sheets.rebaseWorksheet(sheetWithCopiedNote(), createConceptAndResult('', 'Normal'))),
    ).toEqual(['concepto']);
    const both = sheets.rebaseWorksheet(sheetWithCopiedNote(), createConceptAndResult('No apta'));
    expect(sheets.conflictingTextKeys(both, 'notes')).toEqual([CONCEPT_KEY]);
    expect(unreadNotes(sheets.resolveTextConflict(both, CONCEPT_KEY, 'Apta hoy'))).toEqual([]);
  });

  it('text of an earlier visit is not copied when the server has the same text', () => {
    const emptied = sheets.setTypedText(emptyWorksheet, createConceptAndResult('Apta'), CONCEPT_KEY, '');
    const back = sheets.setTextFromEarlierVisit(emptied, createConceptAndResult('Apta'), CONCEPT_KEY, {
      words: 'Apta',
      day: '2026-03-12',
    });
    expect(sheets.isEmptyWorksheet(back)).toBe(true);
  });
});

describe('P10.6 worksheet of an evaluation that two doctors edit', () => {
  it('an unsaved text has no conflict when the other doctor changed a different text', () => {
    const sheet = sheetWithTypedConcept('Apta');
    expect(sheets.rebaseWorksheet(sheet, createConceptAndResult('', 'Normal'))).toBe(sheet);
  });

  it('the worksheet has nothing to save when both doctors wrote the same text', () => {
    expect(
      sheets.isEmptyWorksheet(
        sheets.rebaseWorksheet(sheetWithTypedConcept('Apta '), createConceptAndResult('Apta')),
      ),
    ).toBe(true);
  });

  it('the worksheet keeps both texts and blocks the saving of their section when two doctors changed the same text', () => {
    const sheet = sheets.rebaseWorksheet(sheetWithTypedConcept('Apta'), createConceptAndResult('No apta'));
    expect(sheet.texts[CONCEPT_KEY]).toEqual({ base: '', mine: 'Apta', theirs: 'No apta' });
    expect(sheets.conflictingTextKeys(sheet, 'notes')).toEqual([CONCEPT_KEY]);
    expect(sheets.conflictingTextKeys(sheet, 'results')).toEqual([]);
  });

  it.each([
    ['mine', 'Apta', 'Apta'],
    ['a joined text', 'Apta; antes: No apta', 'Apta; antes: No apta'],
  ])(
    'the worksheet stores the text that ends a conflict (%s) as a change based on the other doctor’s text',
    (_what, text, mine) => {
      const chosen = sheets.resolveTextConflict(
        sheets.rebaseWorksheet(sheetWithTypedConcept('Apta'), createConceptAndResult('No apta')),
        CONCEPT_KEY,
        text,
      );
      expect(chosen.texts[CONCEPT_KEY]).toEqual({ base: 'No apta', mine, theirs: null });
      expect(sheets.rebaseWorksheet(chosen, createConceptAndResult('No apta'))).toBe(chosen);
    },
  );

  it('the worksheet has nothing to save when the doctor ends a conflict by choosing the other doctor’s text', () => {
    const sheet = sheets.rebaseWorksheet(sheetWithTypedConcept('Apta'), createConceptAndResult('No apta'));
    expect(sheets.isEmptyWorksheet(sheets.resolveTextConflict(sheet, CONCEPT_KEY, 'No apta'))).toBe(true);
  });

  it('an open conflict shows the other doctor’s newest text, and ends when that doctor undoes the change', () => {
    const sheet = sheets.rebaseWorksheet(
      sheetWithTypedConcept('Apta', createConceptAndResult('a')),
      createConceptAndResult('b'),
    );
    expect(sheets.rebaseWorksheet(sheet, createConceptAndResult('c')).texts[CONCEPT_KEY]?.theirs).toBe('c');
    expect(sheets.rebaseWorksheet(sheet, createConceptAndResult('a')).texts[CONCEPT_KEY]).toEqual({
      base: 'a',
      mine: 'Apta',
      theirs: null,
    });
  });

  it('typing during a conflict does not overwrite the other doctor’s text', () => {
    const sheet = sheets.rebaseWorksheet(sheetWithTypedConcept('Apta'), createConceptAndResult('No apta'));
    expect(
      sheets.setTypedText(sheet, createConceptAndResult('No apta'), CONCEPT_KEY, '').texts[CONCEPT_KEY],
    ).toEqual({
      base: '',
      mine: '',
      theirs: 'No apta',
    });
  });

  it('the result of an added exam moves to the existing order when another doctor has ordered the same exam', () => {
    const sheet = sheets.rebaseWorksheet(sheetWithAddedExam('Normal'), createConceptAndResult('', null));
    expect(sheet).toEqual({
      texts: { [AUDIOMETRY_KEY]: { base: '', mine: 'Normal', theirs: null } },
      added: [],
    });
    expect(
      sheets.rebaseWorksheet(sheetWithAddedExam('Normal'), createConceptAndResult('', 'Otro')).texts[
        AUDIOMETRY_KEY
      ]?.theirs,
    ).toBe('Otro');
  });

  it('an added exam is not ordered twice when the response to the save request was lost', () => {
    expect(
      sheets.isEmptyWorksheet(
        sheets.rebaseWorksheet(sheetWithAddedExam('Normal'), createConceptAndResult('', 'Normal')),
      ),
    ).toBe(true);
  });
});

describe('P10.6 worksheet after a save request', () => {
  it('the worksheet has no changes after saving when the doctor typed nothing during the request', () => {
    const sheet = sheetWithTypedConcept('Apta');
    expect(sheets.isEmptyWorksheet(worksheetAfterSaving(sheet, sheet, 'notes'))).toBe(true);
  });

  it('text typed during the save request stays as a change based on the saved text', () => {
    const sent = sheetWithTypedConcept('Apta ');
    const later = sheets.setTypedText(sent, createConceptAndResult(''), CONCEPT_KEY, 'Apta con');
    const sheet = worksheetAfterSaving(later, sent, 'notes');
    expect(sheet.texts[CONCEPT_KEY]).toEqual({ base: 'Apta', mine: 'Apta con', theirs: null });
    expect(sheets.rebaseWorksheet(sheet, createConceptAndResult('Apta'))).toEqual(sheet);
  });

  it('saving one section keeps the unsaved changes of the other section', () => {
    const sheet = sheets.setTypedText(
      sheetWithTypedConcept('Apta'),
      createConceptAndResult(''),
      AUDIOMETRY_KEY,
      'Normal',
    );
    expect(sheets.isSectionChanged(worksheetAfterSaving(sheet, sheet, 'notes'), 'results')).toBe(true);
  });

  it('an added exam whose result the doctor changed during the save request causes no conflict', () => {
    const sent = sheetWithAddedExam('Nor');
    const later = sheets.setAddedExamNotes(sent, 'x1', 'Normal');
    const sheet = sheets.rebaseWorksheet(
      worksheetAfterSaving(later, sent, 'results'),
      createConceptAndResult('', 'Nor'),
    );
    expect(sheet).toEqual({
      texts: { [AUDIOMETRY_KEY]: { base: 'Nor', mine: 'Normal', theirs: null } },
      added: [],
    });
  });
});
