import { Button } from '@mantine/core';
import { useState } from 'react';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { NOTE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { DECISION_OF_NOTE } from '#domain/evaluation/notes/sentences.ts';
import {
  confirmCopiedText,
  noteKey,
  worksheetText,
  setTextFromEarlierVisit,
  setTypedText,
  noteTextOf,
  type Worksheet,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { shortDayText } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { readPreviousNotes, type PreviousVisit } from '#sync/reads/evaluations/previous-visit.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { failureText } from '../../../messages.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './previous-note.css';

interface PreviousNoteProps {
  context: EvaluationContext;
  type: NoteType;
}

/** Notice at the text of an earlier visit, which the doctor must confirm before it can be saved or signed. */
function UnconfirmedTextNotice({
  context: { typing, evaluation, decisions },
  type,
  day,
}: PreviousNoteProps & { day: string }) {
  const key = noteKey(type);
  const name = DECISION_OF_NOTE[type];
  const isUnchosen = name !== undefined && decisions?.[name] === null;
  return (
    <Notice
      kind="warn"
      className="previous-unread"
      title={`De la visita anterior (${shortDayText(day) ?? day}).`}
      action={
        <>
          <Button onClick={() => typing.change((sheet) => setTypedText(sheet, evaluation, key, ''))}>
            Quitar
          </Button>
          <Button onClick={() => typing.change((sheet) => confirmCopiedText(sheet, key))}>
            Lo leí, sigue igual
          </Button>
        </>
      }
    >
      Léelo: se puede guardar cuando lo confirmes o lo cambies.
      {isUnchosen && ' Trae solo el texto: la elección de hoy la haces tú con los botones.'}
    </Notice>
  );
}

const LOAD_EARLIER_NOTE_FAILED_TEXT = 'No se pudo traer lo de la visita anterior.';

function useInsertEarlierText(
  { typing, evaluation, reader }: EvaluationContext,
  type: NoteType,
  visit: PreviousVisit,
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const key = noteKey(type);
  const day = bogotaDay(Date.parse(visit.closed_at));
  /** Inserts the earlier text, unless the doctor has typed in the meantime. */
  const insertText = (words: string) => (sheet: Worksheet) =>
    hasVisibleCharacter(worksheetText(sheet, evaluation, key))
      ? sheet
      : setTextFromEarlierVisit(sheet, evaluation, key, { words, day });
  const insertEarlierNote = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const words = noteTextOf(await readPreviousNotes(reader, visit), type);
      if (words === null) setFailure('Esa visita se reabrió: ya no hay nada que tomar de ella.');
      else typing.change(insertText(words));
    } catch (error) {
      setFailure(failureText(error, LOAD_EARLIER_NOTE_FAILED_TEXT));
    }
    setBusy(false);
  };
  return { day, busy, failure, take: () => void insertEarlierNote().catch(reportError) };
}

function InsertEarlierTextButton({ context, type, visit }: PreviousNoteProps & { visit: PreviousVisit }) {
  const { day, busy, failure, take } = useInsertEarlierText(context, type, visit);
  return (
    <>
      <Button
        className="previous-take"
        classNames={{ label: 'previous-take-words' }}
        aria-label={`Tomar lo de la visita anterior (${shortDayText(day)}): ${NOTE_LABELS[type]}`}
        leftSection={<Icon name="again" size={18} />}
        loading={busy}
        onClick={take}
      >
        Tomar lo de la visita anterior ({shortDayText(day)})
      </Button>
      {failure !== null && (
        <Notice kind="error" className="previous-unread">
          {failure}
        </Notice>
      )}
    </>
  );
}

/** Offers the text of the last visit for an empty note. The text is inserted only after a tap. */
export function PreviousNote({ context, type }: PreviousNoteProps) {
  const { typing, evaluation, closed } = context;
  const key = noteKey(type);
  const typed = typing.sheet.texts[key];
  if (closed || (typed && typed.theirs !== null)) return null;
  if (typed?.takenFrom !== undefined)
    return <UnconfirmedTextNotice context={context} type={type} day={typed.takenFrom} />;
  const visit = evaluation.previous_visit;
  if (!visit?.notes.includes(type) || hasVisibleCharacter(worksheetText(typing.sheet, evaluation, key)))
    return null;
  return <InsertEarlierTextButton context={context} type={type} visit={visit} />;
}
