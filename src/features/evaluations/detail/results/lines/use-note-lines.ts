import { useState } from 'react';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  isSameNote,
  restoreNote,
  noteSnapshotOf,
  type NoteSnapshot,
} from '#domain/evaluation/worksheet/decide.ts';
import {
  noteRowsOf,
  setNoteRows,
  type NoteRow,
  type NoteRowAdapter,
} from '#domain/evaluation/worksheet/note-rows.ts';
import type { UnfinishedLine } from '#domain/evaluation/notes/note-lines.ts';
import { setUnfinishedLine, type Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

/** Last change that a button made; it can be undone until the doctor changes the note or its decision. */
interface UndoableChange {
  readonly before: NoteSnapshot;
  readonly after: NoteSnapshot;
  /** Text about the change, such as 'Agregado: …'. */
  readonly said: string;
  /** True if the pressed control disappears; the focus then moves to 'Deshacer'. */
  readonly takesFocus: boolean;
  readonly nth: number;
}

type EditRows<Item> = (rows: readonly NoteRow<Item>[]) => readonly NoteRow<Item>[];

export interface NoteLines {
  readonly type: NoteType;
  /** Row that the doctor is adding; null if the doctor is adding none. */
  readonly begun: UnfinishedLine | null;
  readonly begin: (line: UnfinishedLine | null) => void;
  /**
   * True if the doctor began the row on this screen, false if the row was restored. The first field of a begun row takes the
   * focus.
   */
  readonly isOpening: boolean;
  readonly rowsOf: <Item>(kind: NoteRowAdapter<Item>) => readonly NoteRow<Item>[];
  /** Changes rows and their lines in the text, and closes the fields of a begun row. */
  readonly editRows: <Item>(
    kind: NoteRowAdapter<Item>,
    edit: EditRows<Item>,
    said: string,
    takesFocus?: boolean,
  ) => void;
  /** Changes the worksheet so that one tap can undo the change. */
  readonly write: (edit: (sheet: Worksheet) => Worksheet, said: string, takesFocus?: boolean) => void;
  readonly done: UndoableChange | null;
  readonly undo: () => void;
}

export function useNoteLines({ typing, evaluation }: EvaluationContext, type: NoteType): NoteLines {
  const [done, setDone] = useState<UndoableChange | null>(null);
  const [isOpening, setOpening] = useState(false);
  const now = noteSnapshotOf(typing.sheet, evaluation, type);
  const write: NoteLines['write'] = (edit, said, takesFocus = true) => {
    typing.change(edit);
    const after = noteSnapshotOf(edit(typing.sheet), evaluation, type);
    setDone({ before: now, after, said, takesFocus, nth: (done?.nth ?? 0) + 1 });
  };
  const isUndoable = done && isSameNote(type, done.after, now) && !isSameNote(type, done.before, now);
  return {
    type,
    begun: typing.sheet.begun?.[type] ?? null,
    begin: (line) => {
      setOpening(true);
      typing.change((sheet) => setUnfinishedLine(sheet, type, line));
    },
    isOpening,
    rowsOf: (kind) => noteRowsOf(kind, typing.sheet, evaluation),
    editRows: (kind, edit, said, takesFocus) =>
      write(
        (sheet) =>
          setUnfinishedLine(
            setNoteRows(kind, sheet, evaluation, edit(noteRowsOf(kind, sheet, evaluation))),
            type,
            null,
          ),
        said,
        takesFocus,
      ),
    write,
    done: isUndoable ? done : null,
    undo: () => {
      if (done) typing.change((sheet) => restoreNote(sheet, evaluation, type, done.before));
      setDone(null);
    },
  };
}
