import type { NoteType } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';
import { NOTHING_TO_REPORT_PHRASES, hasPhraseAsFirstLine } from './phrases.ts';

/** Line that the user is composing in a helper form and has not added to the note; any field may be empty or invalid. */
export interface UnfinishedLine {
  readonly subject: string;
  /** First and last day of a restriction, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly isPermanent: boolean;
}

export const LINE_SUBJECT_MAX_LENGTH = 160;

/** Returns the subject on one line without final punctuation, because it becomes part of a sentence. */
export function normalizeLineSubject(subject: string): string {
  const words = subject.replace(/\s+/g, ' ').trim();
  let end = words.length;
  while (end > 0 && ' .,;:'.includes(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end).replace(/^./, (first) => first.toUpperCase());
}

/** Returns true when two lines are the same sentence, ignoring case, accents, blanks and the final stop. */
export const isSameSentence = (one: string, other: string): boolean =>
  foldText(normalizeLineSubject(one)) === foldText(normalizeLineSubject(other));

/** Returns the trimmed lines of a note. A line that a helper form added is part of the text like a typed line. */
export const noteLinesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

export const hasNoteLine = (text: string, line: string): boolean => noteLinesOf(text).includes(line);

/**
 * Appends a line unless the note contains it already. Replaces a first line that states 'nothing', such as 'Sin restricciones'.
 */
export function addNoteLine(type: NoteType, text: string, line: string): string {
  if (hasNoteLine(text, line)) return text;
  const nothing = NOTHING_TO_REPORT_PHRASES[type];
  const kept =
    nothing !== undefined && hasPhraseAsFirstLine(text, nothing)
      ? text.split('\n').slice(1).join('\n')
      : text;
  return kept.trim() === '' ? line : `${kept.trimEnd()}\n${line}`;
}

export function replaceNoteLine(text: string, line: string, other: string): string {
  if (hasNoteLine(text, other)) return removeNoteLine(text, line);
  return text
    .split('\n')
    .map((typed) => (typed.trim() === line ? other : typed))
    .join('\n');
}

export const removeNoteLine = (text: string, line: string): string =>
  text
    .split('\n')
    .filter((typed) => typed.trim() !== line)
    .join('\n');
