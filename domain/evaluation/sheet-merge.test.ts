import { describe, expect, it } from 'vitest';
import { combineWorksheets, mergeWorksheets } from './sheet-merge.ts';
import {
  setUnfinishedLine,
  emptyWorksheet,
  noteKey,
  unreadCopiedNotes,
  type Worksheet,
} from './worksheet.ts';

const line = { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false };
const exam = (examId: string, notes: string) => ({ examId, name: examId, code: examId, notes, base: '' });
const adding = (...added: Worksheet['added']): Worksheet => ({ ...emptyWorksheet, added });
const typed = (mine: string, takenFrom?: string): Worksheet => ({
  texts: { [noteKey('concepto')]: { base: '', mine, theirs: null, takenFrom } },
  added: [],
});

describe('S3 worksheet that is open in two windows', () => {
  it('the merged worksheet contains the exams added in either window, and both texts of an exam', () => {
    const lying = adding(exam('a', 'Normal'), exam('b', ''));
    const mine = adding(exam('a', 'Alterada'), exam('c', ''));
    const merged = combineWorksheets(mergeWorksheets({ base: adding(exam('a', '')), mine, lying }));
    expect(merged.added).toEqual([exam('a', 'Alterada\nNormal'), exam('b', ''), exam('c', '')]);
  });

  it('P10.194 text of an earlier visit stays unread when it is joined with typed text of another window', () => {
    const [mine, lying] = [typed('No apta'), typed('Apta', '2026-03-12')];
    const merged = mergeWorksheets({ base: emptyWorksheet, mine, lying });
    expect(unreadCopiedNotes(merged)).toEqual([]);
    expect(unreadCopiedNotes(combineWorksheets(merged))).toEqual(['concepto']);
  });

  it('P10.192 the merged worksheet has the line begun in the other window, but not the line that this window added to the note', () => {
    const base = setUnfinishedLine(emptyWorksheet, 'sve', line);
    const lying = setUnfinishedLine(base, 'restricciones', line);
    const mine = setUnfinishedLine(base, 'sve', null);
    expect(mergeWorksheets({ base, mine, lying }).begun).toEqual({ restricciones: line });
  });

  it('the newer text of the other window replaces this window’s older version', () => {
    const [base, lying] = [typed('Apta'), typed('Apta con gafas')];
    expect(mergeWorksheets({ base, mine: base, lying })).toEqual(lying);
    expect(mergeWorksheets({ base, mine: emptyWorksheet, lying })).toEqual(lying);
  });
});
