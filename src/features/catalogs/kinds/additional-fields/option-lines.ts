import { foldText, trimToVisibleLine } from '#contract/fold.ts';
import { ADDITIONAL_CHOICE_MAX_LENGTH } from '#contract/limits.ts';

/** Maximum number of lines that one error message names. */
const MAX_NAMED_LINE_PROBLEMS = 3;

/** Returns the option of each line. Empty lines at the end are no options, because pasted lists often end with them. */
export function parseOptionLines(text: string): string[] {
  const lines = text.split('\n').map(trimToVisibleLine);
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

function lineProblems(options: readonly string[]): string[] {
  const firstLines = new Map<string, number>();
  return options.flatMap((option, index) => {
    const line = index + 1;
    if (option === '') return [`La línea ${line} está vacía.`];
    if (option.length > ADDITIONAL_CHOICE_MAX_LENGTH)
      return [`La línea ${line} pasa de ${ADDITIONAL_CHOICE_MAX_LENGTH} caracteres.`];
    const first = firstLines.get(foldText(option));
    firstLines.set(foldText(option), first ?? line);
    return first === undefined ? [] : [`La línea ${line} repite la línea ${first}.`];
  });
}

/** Returns the errors of the options by line number, in one text; null if every line is valid. */
export function optionsProblem(options: readonly string[]): string | null {
  const problems = lineProblems(options);
  const more = problems.length - MAX_NAMED_LINE_PROBLEMS;
  const named = problems.slice(0, MAX_NAMED_LINE_PROBLEMS).join(' ');
  if (more > 0) return `${named} Y ${more} más.`;
  return named === '' ? null : named;
}
