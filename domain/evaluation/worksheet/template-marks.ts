import { getDisplayedDecisions } from './decide.ts';
import { NOTE_ORDER } from '../notes/note-order.ts';
import { DECISION_OF_NOTE } from '../notes/sentences.ts';
import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  emptyWorksheet,
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

/** Returns the number of fields as the doctor sees them: a note and its decision are one. */
export function countFields(fields: readonly TemplateField[]): number {
  const shown = fields.map((field) => {
    const target = targetOfField(field);
    return target.type === 'note' ? `choice:${DECISION_OF_NOTE[target.note] ?? target.note}` : field;
  });
  return new Set(shown).size;
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

/** Returns all fields in the order of the page: results, then each note after its decision. */
function fieldsInOrder(sheet: Worksheet, evaluation: EvaluationTexts): TemplateField[] {
  const exams = [
    ...evaluation.exam_orders.map(({ exam }) => exam.id),
    ...sheet.added.map(({ examId }) => examId),
  ];
  return [
    ...new Set(exams.map((id): TemplateField => `exam:${id}`)),
    ...NOTE_ORDER.flatMap((type): TemplateField[] => {
      const name = DECISION_OF_NOTE[type];
      return name ? [`choice:${name}`, `note:${type}`] : [`note:${type}`];
    }),
  ];
}

/** Returns the unseen fields in the order of the page. */
export function unseenFields(sheet: Worksheet, evaluation: EvaluationTexts): UnseenField[] {
  return fieldsInOrder(sheet, evaluation).flatMap((field) => {
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

const EMPTY_VALUES: readonly string[] = ['', JSON.stringify(null)];

/** Returns the fields whose value differs from the saved one. */
export const unsavedFields = (sheet: Worksheet, evaluation: EvaluationTexts): TemplateField[] =>
  fieldsInOrder(sheet, evaluation).filter(
    (field) => valueOf(sheet, evaluation, field) !== valueOf(emptyWorksheet, evaluation, field),
  );

/**
 * Returns the fields with a value that the doctor may not have read: this page has not changed them, and the device has no mark
 * for them. The marks of a template belong to the device that used it, so the fields that another device filled and saved are
 * among them.
 * @param written fields that the doctor has changed on this page
 */
export const fieldsWrittenElsewhere = (
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  written: ReadonlySet<TemplateField>,
): TemplateField[] =>
  fieldsInOrder(sheet, evaluation).filter(
    (field) =>
      !written.has(field) &&
      !EMPTY_VALUES.includes(valueOf(sheet, evaluation, field)) &&
      sheet.marks?.[field]?.state !== 'seen' &&
      unseenTemplateOf(sheet, evaluation, field) === null,
  );

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
