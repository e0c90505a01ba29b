import { UnstyledButton } from '@mantine/core';
import { NOTE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { PHRASES, hasPhrase, tapPhrase } from '#domain/evaluation/notes/phrases.ts';
import { noteKey, shownText, writeText } from '#domain/evaluation/worksheet.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './note-phrases.css';

/** What is written most often of this note, as the doctor's own words. Not where two texts wait for a choice. */
export function NotePhrases({ context, type }: { context: EvaluationContext; type: NoteType }) {
  const { evaluation, typing, closed } = context;
  const key = noteKey(type);
  const phrases = PHRASES[type] ?? [];
  const typed = typing.sheet.texts[key];
  if (closed || phrases.length === 0 || (typed && typed.theirs !== null)) return null;
  const text = shownText(typing.sheet, evaluation, key);
  const tap = (phrase: string) =>
    typing.change((sheet) =>
      writeText(sheet, evaluation, key, tapPhrase(type, shownText(sheet, evaluation, key), phrase)),
    );
  return (
    <fieldset className="note-phrases" aria-label={`Frases: ${NOTE_LABELS[type]}`}>
      {phrases.map((phrase) => {
        const isWritten = hasPhrase(text, phrase);
        return (
          <UnstyledButton
            key={phrase}
            className="note-phrase"
            aria-pressed={isWritten}
            onClick={() => tap(phrase)}
          >
            {isWritten && <Icon name="check" size={16} />}
            {phrase}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
