import type { NoteType } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';
import { NOTHING, hasPhrase } from './phrases.ts';

/** A line that is being put together beside a note, as it is typed: any of it may be missing or wrong. */
export interface BegunLine {
  /** What is restricted, the programme, the task. */
  readonly subject: string;
  /** Days, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly isPermanent: boolean;
}

export const SUBJECT_MAX_LENGTH = 160;

/** On one line, without the stop that ends the sentence it becomes part of. */
export function tidySubject(subject: string): string {
  const words = subject.replace(/\s+/g, ' ').trim();
  let end = words.length;
  while (end > 0 && ' .,;:'.includes(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end).replace(/^./, (first) => first.toUpperCase());
}

/** Returns whether two lines are the same sentence. Case, accents, blanks and the final stop do not matter. */
export const isSameSentence = (one: string, other: string): boolean =>
  foldText(tidySubject(one)) === foldText(tidySubject(other));

/** A note's text by its lines. What a helper writes is a line of the text like any other; nothing else is kept of it. */
export const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

export const hasLine = (text: string, line: string): boolean => linesOf(text).includes(line);

/** At the end, once; in place of a phrase of ours, which says that there is nothing: 'Sin restricciones'. */
export function addLine(type: NoteType, text: string, line: string): string {
  if (hasLine(text, line)) return text;
  const nothing = NOTHING[type];
  const kept =
    nothing !== undefined && hasPhrase(text, nothing) ? text.split('\n').slice(1).join('\n') : text;
  return kept.trim() === '' ? line : `${kept.trimEnd()}\n${line}`;
}

/** Another line in its place; all others stay as they were typed. */
export function replaceLine(text: string, line: string, other: string): string {
  if (hasLine(text, other)) return removeLine(text, line);
  return text
    .split('\n')
    .map((typed) => (typed.trim() === line ? other : typed))
    .join('\n');
}

export const removeLine = (text: string, line: string): string =>
  text
    .split('\n')
    .filter((typed) => typed.trim() !== line)
    .join('\n');
