import { useState } from 'react';
import type { NoteType } from '#contract/vocabulary.ts';
import type { BegunLine } from '#domain/evaluation/notes/note-lines.ts';
import { beginLine, noteKey, shownText, writeText } from '#domain/evaluation/worksheet.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

/** What a helper did to the note last, as long as nobody has typed on. */
interface Done {
  readonly before: string;
  readonly after: string;
  /** In words: 'Agregado: …'. */
  readonly said: string;
  /** What was pressed for it is gone: the focus goes to the way back. */
  readonly takesFocus: boolean;
  readonly nth: number;
}

export interface NoteLines {
  readonly type: NoteType;
  readonly text: string;
  /** The line that is being put together; null while none is. */
  readonly begun: BegunLine | null;
  readonly begin: (line: BegunLine | null) => void;
  /** It was begun here and now, and not found again: its first field takes the focus. */
  readonly isOpening: boolean;
  /** Changes the text, and ends what was begun. */
  readonly write: (edit: (text: string) => string, said: string, takesFocus?: boolean) => void;
  readonly done: Done | null;
  readonly undo: () => void;
}

/** Helpers write into the note's text and nowhere else; each of their writings is taken back with one tap. */
export function useNoteLines({ typing, evaluation }: EvaluationContext, type: NoteType): NoteLines {
  const [done, setDone] = useState<Done | null>(null);
  const [isOpening, setOpening] = useState(false);
  const key = noteKey(type);
  const text = shownText(typing.sheet, evaluation, key);
  return {
    type,
    text,
    begun: typing.sheet.begun?.[type] ?? null,
    begin: (line) => {
      setOpening(true);
      typing.change((sheet) => beginLine(sheet, type, line));
    },
    isOpening,
    write: (edit, said, takesFocus = true) => {
      typing.change((sheet) => {
        const written = edit(shownText(sheet, evaluation, key));
        return beginLine(writeText(sheet, evaluation, key, written), type, null);
      });
      setDone({ before: text, after: edit(text), said, takesFocus, nth: (done?.nth ?? 0) + 1 });
    },
    done: done?.after === text && done.before !== text ? done : null,
    undo: () => {
      if (done) typing.change((sheet) => writeText(sheet, evaluation, key, done.before));
      setDone(null);
    },
  };
}
