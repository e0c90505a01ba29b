import { CLINICAL_TEXT_MAX_LINES, CLOSING_MAX_LINES } from '#contract/limits.ts';
import { countLines } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';

interface Printed {
  readonly additional_info: string | null;
  readonly exam_orders: readonly {
    readonly exam: { readonly name: string };
    readonly result_notes: string | null;
    readonly attachments: readonly unknown[];
  }[];
  readonly notes: readonly { readonly note_type: NoteType; readonly content: string }[];
}

/** Why the documents of an evaluation could not be made. */
export type PrintProblem =
  | { readonly type: 'result'; readonly examName: string }
  | { readonly type: 'note'; readonly noteType: NoteType }
  | { readonly type: 'whole' };

export const hasTooManyLines = (text: string): boolean => countLines(text) > CLINICAL_TEXT_MAX_LINES;

/** The widest letters; a text of others takes half as many lines. */
const LETTERS_A_LINE = 50;
/** Title, table and blanks of an exam's result, and a file in its table, in lines of text. */
const EXAM_LINES = 8;
const FILE_LINES = 2;

/** At the most. */
const linesOf = (text: string | null): number =>
  text === null ? 0 : countLines(text) + Math.floor(text.length / LETTERS_A_LINE);

function linesOnPaper({ additional_info: info, exam_orders: orders, notes }: Printed): number {
  const exams = orders.map(
    ({ result_notes: result, attachments }) => linesOf(result) + EXAM_LINES + FILE_LINES * attachments.length,
  );
  return [linesOf(info), ...exams, ...notes.map(({ content }) => linesOf(content))].reduce(
    (sum, lines) => sum + lines,
    0,
  );
}

/**
 * What has to be shortened before it is signed, so that all that is signed can be printed. Texts of before the limit are
 * read and corrected as ever.
 */
export function printProblems(evaluation: Printed): PrintProblem[] {
  const { exam_orders: orders, notes } = evaluation;
  const results = orders
    .filter(({ result_notes: result }) => result !== null && hasTooManyLines(result))
    .map(({ exam }): PrintProblem => ({ type: 'result', examName: exam.name }));
  const long = notes
    .filter(({ content }) => hasTooManyLines(content))
    .map(({ note_type: noteType }): PrintProblem => ({ type: 'note', noteType }));
  const whole: PrintProblem[] = linesOnPaper(evaluation) > CLOSING_MAX_LINES ? [{ type: 'whole' }] : [];
  return [...results, ...long, ...whole];
}
