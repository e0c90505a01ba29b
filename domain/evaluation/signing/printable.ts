import { CLINICAL_TEXT_MAX_LINES, SIGNED_VERSION_MAX_LINES } from '#contract/limits.ts';
import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { countCollapsedLines } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';

interface PrintedTexts {
  readonly additional_info: string | null;
  readonly exam_orders: readonly {
    readonly exam: { readonly name: string };
    readonly result_notes: string | null;
    readonly attachments: readonly unknown[];
  }[];
  readonly notes: readonly { readonly note_type: NoteType; readonly content: string }[];
  readonly decisions?: Decisions | undefined;
  readonly additional_fields?:
    | readonly { readonly name: string; readonly value: string | null }[]
    | undefined;
}

export type PrintProblem =
  | { readonly type: 'result'; readonly examName: string }
  | { readonly type: 'note'; readonly noteType: NoteType }
  | { readonly type: 'whole' };

export const hasTooManyLines = (text: string): boolean => countCollapsedLines(text) > CLINICAL_TEXT_MAX_LINES;

/** Characters per printed line for the widest letters; ordinary text fits twice as many. */
const CHARACTERS_PER_LINE = 50;
/**
 * Printed lines of an exam in addition to its result: title, table and spacing. `PRINTED_LINES_PER_FILE` is the number of lines
 * for the table row of an attached file.
 */
const PRINTED_LINES_PER_EXAM = 8;
const PRINTED_LINES_PER_FILE = 2;

const estimatePrintedLines = (text: string | null): number =>
  text === null ? 0 : countCollapsedLines(text) + Math.floor(text.length / CHARACTERS_PER_LINE);

/** Printed lines of the tables of decisions, not counting their rows: headings and table headers. */
const DECISION_TABLES_LINES = 20;

/**
 * Returns the maximum number of printed lines of the decisions. The texts of programmes, restrictions and tasks are in table
 * columns of half the page's width, so each takes twice as many lines.
 */
function countDecisionLines(decisions: Decisions | undefined): number {
  if (!decisions) return 0;
  const { surveillance, referral, restrictions, tasks } = decisions;
  const rows = [
    ...(surveillance ?? []).map(({ programme }) => programme),
    ...(restrictions ?? []).map(({ what }) => what),
    ...(tasks ?? []).map(({ task }) => task),
  ];
  const lines = rows.reduce(
    (sum, text) => sum + 2 * estimatePrintedLines(text),
    estimatePrintedLines(referral?.reason ?? null),
  );
  return lines + DECISION_TABLES_LINES;
}

/** Printed lines of an additional field, apart from label and value. The label's column has a third of the page's width. */
const LINES_PER_ADDITIONAL_FIELD = 1;

const countAdditionalFieldLines = (fields: PrintedTexts['additional_fields'] = []): number =>
  fields
    .filter(({ value }) => value !== null)
    .reduce(
      (sum, { name, value }) =>
        sum + 3 * estimatePrintedLines(name) + 2 * estimatePrintedLines(value) + LINES_PER_ADDITIONAL_FIELD,
      0,
    );

function countEvaluationLines(evaluation: PrintedTexts): number {
  const {
    additional_info: info,
    exam_orders: orders,
    notes,
    decisions,
    additional_fields: fields,
  } = evaluation;
  const exams = orders.map(
    ({ result_notes: result, attachments }) =>
      estimatePrintedLines(result) + PRINTED_LINES_PER_EXAM + PRINTED_LINES_PER_FILE * attachments.length,
  );
  const texts = [
    estimatePrintedLines(info),
    ...exams,
    ...notes.map(({ content }) => estimatePrintedLines(content)),
  ];
  return texts.reduce(
    (sum, lines) => sum + lines,
    countDecisionLines(decisions) + countAdditionalFieldLines(fields),
  );
}

/**
 * Returns the parts that the doctor must shorten before signing, because the documents must contain everything that is signed.
 * Texts that were stored before these limits existed can still be read and edited.
 */
export function findPrintProblems(evaluation: PrintedTexts): PrintProblem[] {
  const { exam_orders: orders, notes } = evaluation;
  const results = orders
    .filter(({ result_notes: result }) => result !== null && hasTooManyLines(result))
    .map(({ exam }): PrintProblem => ({ type: 'result', examName: exam.name }));
  const long = notes
    .filter(({ content }) => hasTooManyLines(content))
    .map(({ note_type: noteType }): PrintProblem => ({ type: 'note', noteType }));
  const whole: PrintProblem[] =
    countEvaluationLines(evaluation) > SIGNED_VERSION_MAX_LINES ? [{ type: 'whole' }] : [];
  return [...results, ...long, ...whole];
}
