import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationTemplate, TemplateDecisions } from '#contract/records/evaluation/templates.ts';
import { APTITUDE_LABELS, NOTE_TYPES, type NoteType } from '#contract/vocabulary.ts';
import { bogotaDay } from '../../time/clock.ts';
import { addCalendarDays } from '../../time/shift.ts';
import { getDisplayedDecisions, setDecisionAndSentence } from './decide.ts';
import { isJobOfPatient } from './job-match.ts';
import { DECISION_OF_NOTE } from '../notes/sentences.ts';
import type { OfferedOptions } from './offered.ts';
import { markUnseen } from './template-marks.ts';
import {
  addExamToWorksheet,
  isExamAddedOrOrdered,
  noteKey,
  notesWithUnfinishedLine,
  resultKey,
  setAddedExamNotes,
  setTypedText,
  worksheetText,
  type EvaluationTexts,
  type TemplateField,
  type Worksheet,
} from './worksheet.ts';

type TemplateCriteria = Pick<Evaluation, 'evaluation_type' | 'patient'>;

/** Returns how specific a fitting template is: 3 for type and job, 2 for the type, 1 for the job, 0 for all; -1 if it does not fit. */
function specificityOf(
  { evaluation_type: type, job, is_active: isActive }: EvaluationTemplate,
  evaluation: TemplateCriteria,
): number {
  const isOfType = type === null || type.id === evaluation.evaluation_type.id;
  const isOfJob = job === null || isJobOfPatient(job, evaluation.patient);
  if (!isActive || !isOfType || !isOfJob) return -1;
  return (type === null ? 0 : 2) + (job === null ? 0 : 1);
}

/** Returns the most specific active templates for the evaluation type and the patient's job; several if they fit equally. */
export function selectTemplates(
  templates: readonly EvaluationTemplate[],
  evaluation: TemplateCriteria,
): EvaluationTemplate[] {
  const most = Math.max(-1, ...templates.map((template) => specificityOf(template, evaluation)));
  return most < 0 ? [] : templates.filter((template) => specificityOf(template, evaluation) === most);
}

/**
 * Conditions under which a template is inserted: current instant, options that the clinic offers, and exams of the package that
 * the page proposes.
 */
export interface FillConditions {
  readonly now: number;
  readonly offered: OfferedOptions;
  readonly packageExams: readonly { readonly id: string; readonly name: string; readonly code: string }[];
}

export interface TemplateFill {
  readonly sheet: Worksheet;
  readonly filled: readonly TemplateField[];
  /** Parts of the template that were not inserted, such as the name of an inactive exam. */
  readonly skipped: readonly string[];
}

/** Fill in progress. */
interface Filling {
  readonly template: EvaluationTemplate;
  readonly evaluation: EvaluationTexts;
  readonly conditions: FillConditions;
  sheet: Worksheet;
  readonly filled: TemplateField[];
  readonly skipped: string[];
}

function fillResult(
  filling: Filling,
  { exam, result_notes: text }: EvaluationTemplate['results'][number],
): void {
  const { evaluation, sheet } = filling;
  const order = evaluation.exam_orders.find((each) => each.exam.id === exam.id);
  const added = sheet.added.find(({ examId }) => examId === exam.id);
  if (order) {
    const key = resultKey(order.id);
    const isConflict = typeof sheet.texts[key]?.theirs === 'string';
    if (isConflict || hasVisibleCharacter(worksheetText(sheet, evaluation, key))) return;
    filling.sheet = setTypedText(sheet, evaluation, key, text);
  } else if (added) {
    if (hasVisibleCharacter(added.notes)) return;
    filling.sheet = setAddedExamNotes(sheet, exam.id, text);
  } else if (exam.is_active) {
    const { id: examId, name, code } = exam;
    filling.sheet = addExamToWorksheet(sheet, { examId, name, code, notes: text, base: '' });
  } else {
    filling.skipped.push(`${exam.name} (examen inactivo)`);
    return;
  }
  filling.filled.push(`exam:${exam.id}`);
}

/**
 * Returns the restrictions of a template with their first and last day. They begin on the day on which the template is used; a
 * restriction of one day also ends on that day.
 */
const toDatedRestrictions = (
  restrictions: TemplateDecisions['restrictions'],
  now: number,
): Decisions['restrictions'] =>
  restrictions &&
  restrictions.map(({ what, days }) => ({
    what,
    from: bogotaDay(now),
    to: days === null ? null : addCalendarDays(bogotaDay(now), days - 1),
  }));

/**
 * Returns the text of the notice about a decision of the template that the clinic does not offer; null if the clinic offers the
 * decision.
 */
function findUnofferedDecision(
  { aptitude, surveillance }: TemplateDecisions,
  name: DecisionName,
  { aptitudes, programmes }: OfferedOptions,
): string | null {
  if (name === 'aptitude' && aptitude && !aptitudes.includes(aptitude))
    return `«${APTITUDE_LABELS[aptitude]}» (no se ofrece)`;
  if (name !== 'surveillance') return null;
  const unknown = surveillance?.find(({ programme }) => !programmes.includes(programme));
  return unknown ? `SVE «${unknown.programme}» (no se ofrece)` : null;
}

/** Returns true when neither the note nor its decision has anything, so that no text of the template contradicts a user's. */
function isNoteEmpty({ sheet, evaluation }: Filling, type: NoteType): boolean {
  const name = DECISION_OF_NOTE[type];
  const decision = name && getDisplayedDecisions(sheet, evaluation)?.[name];
  const isConflict =
    typeof sheet.texts[noteKey(type)]?.theirs === 'string' || (name && sheet.choices?.[name]?.theirs);
  return (
    !isConflict &&
    (decision === undefined || decision === null) &&
    !notesWithUnfinishedLine(sheet).includes(type) &&
    !hasVisibleCharacter(worksheetText(sheet, evaluation, noteKey(type)))
  );
}

function fillNote(filling: Filling, type: NoteType): void {
  const { template, evaluation, conditions } = filling;
  const name = DECISION_OF_NOTE[type];
  const chosen = evaluation.decisions && name ? template.decisions[name] : null;
  const content = template.notes.find(({ note_type: each }) => each === type)?.content ?? '';
  if ((content === '' && chosen === null) || !isNoteEmpty(filling, type)) return;
  const unoffered = name ? findUnofferedDecision(template.decisions, name, conditions.offered) : null;
  if (unoffered !== null) {
    filling.skipped.push(unoffered);
    return;
  }
  if (content !== '') filling.sheet = setTypedText(filling.sheet, evaluation, noteKey(type), content);
  if (name && chosen !== null) {
    const decisions = {
      ...template.decisions,
      restrictions: toDatedRestrictions(template.decisions.restrictions, conditions.now),
    };
    filling.sheet = setDecisionAndSentence(filling.sheet, evaluation, name, decisions[name]);
    filling.filled.push(`choice:${name}`);
  }
  if (hasVisibleCharacter(worksheetText(filling.sheet, evaluation, noteKey(type))))
    filling.filled.push(`note:${type}`);
}

/**
 * Inserts a template into the empty fields of the worksheet and marks them. A note and its decision are one field here: they
 * are filled only if both are empty. Exams of the template and of the package that are missing are added.
 */
export function fillFromTemplate(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  template: EvaluationTemplate,
  conditions: FillConditions,
): TemplateFill {
  const filling: Filling = { template, evaluation, conditions, sheet, filled: [], skipped: [] };
  for (const result of template.results) fillResult(filling, result);
  for (const { id: examId, name, code } of conditions.packageExams)
    if (!isExamAddedOrOrdered(filling.sheet, evaluation, examId))
      filling.sheet = addExamToWorksheet(filling.sheet, { examId, name, code, notes: '', base: '' });
  for (const type of NOTE_TYPES) fillNote(filling, type);
  const { filled, skipped } = filling;
  return { sheet: markUnseen(filling.sheet, evaluation, filled, template.name), filled, skipped };
}
