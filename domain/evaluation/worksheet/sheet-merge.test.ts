import { describe, expect, it } from 'vitest';
import { joinOtherWindowTexts, mergeWorksheets } from './sheet-merge.ts';
import {
  setUnfinishedLine,
  emptyWorksheet,
  noteKey,
  unreadCopiedNotes,
  type Worksheet,
} from './worksheet.ts';

const unfinishedRestriction = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };
const createAddedExam = (examId: string, notes: string) => ({
  examId,
  name: examId,
  code: examId,
  notes,
  base: '',
});
const sheetWithAdded = (...added: Worksheet['added']): Worksheet => ({ ...emptyWorksheet, added });
const sheetWithTypedConcept = (mine: string, takenFrom?: string): Worksheet => ({
  texts: { [noteKey('concepto')]: { base: '', mine, theirs: null, takenFrom } },
  added: [],
});

describe('S3 worksheet that the doctor has open in two windows', () => {
  it('the merged worksheet contains the exams added in both windows, and both results of an exam that both windows changed', () => {
    const lying = sheetWithAdded(createAddedExam('a', 'Normal'), createAddedExam('b', ''));
    const mine = sheetWithAdded(createAddedExam('a', 'Alterada'), createAddedExam('c', ''));
    const merged = joinOtherWindowTexts(
      mergeWorksheets({ base: sheetWithAdded(createAddedExam('a', '')), mine, lying }),
    );
    expect(merged.added).toEqual([
      createAddedExam('a', 'Alterada\nNormal'),
      createAddedExam('b', ''),
      createAddedExam('c', ''),
    ]);
  });

  it('P10.194 text copied from an earlier visit stays marked as unread when text typed in another window is joined to it', () => {
    const [mine, lying] = [sheetWithTypedConcept('No apta'), sheetWithTypedConcept('Apta', '2026-03-12')];
    const merged = mergeWorksheets({ base: emptyWorksheet, mine, lying });
    expect(unreadCopiedNotes(merged)).toEqual([]);
    expect(unreadCopiedNotes(joinOtherWindowTexts(merged))).toEqual(['concepto']);
  });

  it('P10.192 the merged worksheet keeps an unfinished line that only the other window has, unless this window has finished that line', () => {
    const base = setUnfinishedLine(emptyWorksheet, 'sve', unfinishedRestriction);
    const lying = setUnfinishedLine(base, 'restricciones', unfinishedRestriction);
    const mine = setUnfinishedLine(base, 'sve', null);
    expect(mergeWorksheets({ base, mine, lying }).begun).toEqual({ restricciones: unfinishedRestriction });
  });

  it('the other window’s text replaces this window’s text when this window did not change its text', () => {
    const [base, lying] = [sheetWithTypedConcept('Apta'), sheetWithTypedConcept('Apta con gafas')];
    expect(mergeWorksheets({ base, mine: base, lying })).toEqual(lying);
    expect(mergeWorksheets({ base, mine: emptyWorksheet, lying })).toEqual(lying);
  });
});
