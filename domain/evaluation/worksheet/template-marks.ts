import { getDisplayedDecisions } from './decide.ts';
import { NOTE_ORDER } from '../notes/note-order.ts';
import { DECISION_OF_NOTE } from '../notes/sentences.ts';
import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  resultKey,
  worksheetText,
  type EvaluationTexts,
  type TemplateField,
  type TemplateMark,
  type Worksheet,
} from './worksheet.ts';

/** Field of a template in its parsed form: the exam, note or decision that the template fills. */
export type TemplateTarget =
  | { readonly type: 'exam'; readonly examId: string }
  | { readonly type: 'note'; readonly note: NoteType }
  | { readonly type: 'choice'; readonly name: DecisionName };

export function targetOfField(field: TemplateField): TemplateTarget {
  const [type, id = ''] = field.split(/:(.*)/s);
  if (type === 'exam') return { type, examId: id };
  return type === 'note' ? { type, note: id as NoteType } : { type: 'choice', name: id as DecisionName };
}

/** Returns the current value of a field in the form in which a mark stores it; an absent field has an empty value. */
function valueOf(sheet: Worksheet, evaluation: EvaluationTexts, field: TemplateField): string {
  const target = targetOfField(field);
  switch (target.type) {
    case 'exam': {
      const order = evaluation.exam_orders.find(({ exam }) => exam.id === target.examId);
      const added = sheet.added.find(({ examId }) => examId === target.examId);
      // An added exam becomes an order when the server has saved it, so the mark has the exam's id and survives the save.
      return (
        added ? added.notes : order ? worksheetText(sheet, evaluation, resultKey(order.id)) : ''
      ).trim();
    }
    case 'note':
      return worksheetText(sheet, evaluation, `note:${target.note}`).trim();
    case 'choice':
      return JSON.stringify(getDisplayedDecisions(sheet, evaluation)?.[target.name] ?? null);
  }
}

export const markUnseen = (
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  fields: readonly TemplateField[],
  template: string,
): Worksheet => {
  if (fields.length === 0) return sheet;
  const marks = fields.map((field): [TemplateField, TemplateMark] => [
    field,
    { state: 'unseen', template, value: valueOf(sheet, evaluation, field) },
  ]);
  return { ...sheet, marks: { ...sheet.marks, ...Object.fromEntries(marks) } };
};

/**
 * Returns the template that filled the field; null for a field that the doctor has seen, that has another value now, or that no
 * template has filled. Comparing the value finds every change, also one that another user has saved.
 */
export function unseenTemplateOf(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  field: TemplateField,
): string | null {
  const mark = sheet.marks?.[field];
  if (mark?.state !== 'unseen' || mark.value !== valueOf(sheet, evaluation, field)) return null;
  return mark.template;
}

export interface UnseenField {
  readonly field: TemplateField;
  readonly template: string;
}

/** Returns the unseen fields in the order of the page: results, then each note after its decision. */
export function unseenFields(sheet: Worksheet, evaluation: EvaluationTexts): UnseenField[] {
  const exams = [
    ...evaluation.exam_orders.map(({ exam }) => exam.id),
    ...sheet.added.map(({ examId }) => examId),
  ];
  const fields = [
    ...new Set(exams.map((id): TemplateField => `exam:${id}`)),
    ...NOTE_ORDER.flatMap((type): TemplateField[] => {
      const name = DECISION_OF_NOTE[type];
      return name ? [`choice:${name}`, `note:${type}`] : [`note:${type}`];
    }),
  ];
  return fields.flatMap((field) => {
    const template = unseenTemplateOf(sheet, evaluation, field);
    return template === null ? [] : [{ field, template }];
  });
}

/**
 * Adds the unseen marks that another window of this device has stored. A mark that is unseen in one window counts, although the
 * doctor may have seen the field in the other.
 */
export function addUnseenMarks(sheet: Worksheet, stored: Worksheet['marks']): Worksheet {
  const unseen = Object.entries(stored ?? {}).filter(([, mark]) => mark?.state === 'unseen');
  return unseen.length === 0 ? sheet : { ...sheet, marks: { ...sheet.marks, ...Object.fromEntries(unseen) } };
}

/** Marks the fields as seen. Returns the same object when none of them is unseen. */
export function markSeen(sheet: Worksheet, fields: readonly TemplateField[]): Worksheet {
  const unseen = fields.filter((field) => sheet.marks?.[field]?.state === 'unseen');
  if (unseen.length === 0) return sheet;
  const seen = unseen.map((field): [TemplateField, TemplateMark] => [field, { state: 'seen' }]);
  return { ...sheet, marks: { ...sheet.marks, ...Object.fromEntries(seen) } };
}

/** Removes all marks, which have no meaning after the signature. */
export const removeMarks = (sheet: Worksheet): Worksheet => {
  const { marks, ...rest } = sheet;
  return marks ? rest : sheet;
};

/** Returns true when both worksheets have the same texts and decisions; marks are not compared. */
export const hasSameContent = (one: Worksheet, other: Worksheet): boolean =>
  JSON.stringify(removeMarks(one)) === JSON.stringify(removeMarks(other));
