import { describe, expect, it } from 'vitest';
import { joinConflictingTexts, mergeWorksheets } from './sheet-merge.ts';
import {
  setUnfinishedLine,
  emptyWorksheet,
  noteKey,
  unreadCopiedNotes,
  type Worksheet,
} from './worksheet.ts';

const line = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };
const exam = (examId: string, notes: string) => ({ examId, name: examId, code: examId, notes, base: '' });
const sheetWithAdded = (...added: Worksheet['added']): Worksheet => ({ ...emptyWorksheet, added });
const typedSheet = (mine: string, takenFrom?: string): Worksheet => ({
  texts: { [noteKey('concepto')]: { base: '', mine, theirs: null, takenFrom } },
  added: [],
});

describe('S3 worksheet that the doctor has open in two windows', () => {
  it('the merged worksheet contains the exams added in both windows, and both texts of one exam', () => {
    const lying = sheetWithAdded(exam('a', 'Normal'), exam('b', ''));
    const mine = sheetWithAdded(exam('a', 'Alterada'), exam('c', ''));
    const merged = joinConflictingTexts(
      mergeWorksheets({ base: sheetWithAdded(exam('a', '')), mine, lying }),
    );
    expect(merged.added).toEqual([exam('a', 'Alterada\nNormal'), exam('b', ''), exam('c', '')]);
  });

  it('P10.194 text copied from an earlier visit stays marked as unread when text typed in another window is joined to it', () => {
    const [mine, lying] = [typedSheet('No apta'), typedSheet('Apta', '2026-03-12')];
    const merged = mergeWorksheets({ base: emptyWorksheet, mine, lying });
    expect(unreadCopiedNotes(merged)).toEqual([]);
    expect(unreadCopiedNotes(joinConflictingTexts(merged))).toEqual(['concepto']);
  });

  it('P10.192 the merged worksheet keeps the unfinished line of the other window, but not a line that this window has added to its note', () => {
    const base = setUnfinishedLine(emptyWorksheet, 'sve', line);
    const lying = setUnfinishedLine(base, 'restricciones', line);
    const mine = setUnfinishedLine(base, 'sve', null);
    expect(mergeWorksheets({ base, mine, lying }).begun).toEqual({ restricciones: line });
  });

  it('the other window’s text replaces this window’s text when this window did not change its text', () => {
    const [base, lying] = [typedSheet('Apta'), typedSheet('Apta con gafas')];
    expect(mergeWorksheets({ base, mine: base, lying })).toEqual(lying);
    expect(mergeWorksheets({ base, mine: emptyWorksheet, lying })).toEqual(lying);
  });
});
