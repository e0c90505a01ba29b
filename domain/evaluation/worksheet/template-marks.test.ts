import { expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { createTemplate, NO_TEMPLATE_DECISIONS } from '#tests/support/documents/templates.ts';
import { setDecisionAndSentence } from './decide.ts';
import { optionsOfferedToDoctor } from './offered.ts';
import { mergeWorksheets } from './sheet-merge.ts';
import { hasSameContent, markSeen, removeMarks, unseenFields, unseenTemplateOf } from './template-marks.ts';
import { fillFromTemplate } from './template.ts';
import { worksheetAfterSaving } from './worksheet-saving.ts';
import {
  emptyWorksheet,
  isDiscardableWorksheet,
  isEmptyWorksheet,
  noteKey,
  rebaseWorksheet,
  setTextFromHelper,
  setTypedText,
  type Worksheet,
} from './worksheet.ts';

const open = sampleEvaluation(1, { decisions: NO_DECISIONS, exam_orders: [] });
const [order] = sampleEvaluation(1).exam_orders;
if (!order) throw new Error('the sample has an exam');
const EXAM_FIELD = `exam:${order.exam.id}` as const;
const template = createTemplate({
  results: [{ exam: { ...order.exam, is_active: true }, result_notes: 'Normal.' }],
  notes: [{ note_type: 'concepto', content: 'Para el cargo.' }],
  decisions: { ...NO_TEMPLATE_DECISIONS, aptitude: 'apto' },
});
const { sheet } = fillFromTemplate(emptyWorksheet, open, template, {
  now: 0,
  offered: optionsOfferedToDoctor(null, ''),
  packageExams: [],
});
const fieldsOf = (now: Worksheet, evaluation: Evaluation = open) =>
  unseenFields(now, evaluation).map(({ field }) => field);
const saved: Evaluation = {
  ...open,
  exam_orders: [{ ...order, result_notes: 'Normal.' }],
  notes: [{ note_type: 'concepto', content: 'Apto\nPara el cargo.' }],
  decisions: { ...NO_DECISIONS, aptitude: 'apto' },
};

it('P10.414 `unseenFields` lists the filled fields in the order of the page, each with the name of the template', () => {
  expect(unseenFields(sheet, open)).toEqual(
    [EXAM_FIELD, 'choice:aptitude', 'note:concepto'].map((field) => ({ field, template: 'Sano' })),
  );
});

it('P10.414 a field loses its mark when the doctor has seen or changed it, and the other fields keep their marks', () => {
  expect(fieldsOf(markSeen(sheet, [EXAM_FIELD]))).toEqual(['choice:aptitude', 'note:concepto']);
  const typed = setTypedText(sheet, open, noteKey('concepto'), 'Otra cosa.');
  expect(fieldsOf(typed)).toEqual([EXAM_FIELD, 'choice:aptitude']);
  expect(markSeen(typed, ['note:habitos'])).toBe(typed);
});

it('P10.414 a note stays marked after the doctor changes its decision, as long as a line of the template is left in the note', () => {
  const changed = setDecisionAndSentence(sheet, open, 'aptitude', 'aplazado');
  expect(fieldsOf(changed)).toEqual([EXAM_FIELD, 'note:concepto']);
  const emptied = setTextFromHelper(changed, open, noteKey('concepto'), 'Nada de eso.');
  expect(fieldsOf(emptied)).toEqual([EXAM_FIELD]);
});

it('P10.415 the marks of filled fields stay after results and notes are saved and nothing is left to save', () => {
  const results = worksheetAfterSaving(sheet, sheet, 'results');
  const all = rebaseWorksheet(worksheetAfterSaving(results, sheet, 'notes'), saved);
  expect(isEmptyWorksheet(all)).toBe(true);
  expect(isDiscardableWorksheet(all)).toBe(false);
  expect(fieldsOf(all, saved)).toEqual([EXAM_FIELD, 'choice:aptitude', 'note:concepto']);
  expect(isDiscardableWorksheet(removeMarks(all))).toBe(true);
});

it('P10.415 a filled field has no mark when another user has saved a different value in it', () => {
  const results = worksheetAfterSaving(sheet, sheet, 'results');
  const all = worksheetAfterSaving(results, sheet, 'notes');
  const elsewhere = { ...saved, exam_orders: [{ ...order, result_notes: 'Hipoacusia.' }] };
  expect(unseenTemplateOf(all, elsewhere, EXAM_FIELD)).toBeNull();
});

it('P10.415 a mark that one window has removed does not return from another window', () => {
  const seen = markSeen(sheet, [EXAM_FIELD]);
  expect(fieldsOf(mergeWorksheets({ base: sheet, mine: sheet, lying: seen }))).not.toContain(EXAM_FIELD);
  expect(fieldsOf(mergeWorksheets({ base: sheet, mine: seen, lying: sheet }))).not.toContain(EXAM_FIELD);
});

it('P10.416 two worksheets have the same content when they differ only in the fields that the doctor has seen', () => {
  expect(hasSameContent(sheet, markSeen(sheet, [EXAM_FIELD]))).toBe(true);
  expect(hasSameContent(sheet, emptyWorksheet)).toBe(false);
});
