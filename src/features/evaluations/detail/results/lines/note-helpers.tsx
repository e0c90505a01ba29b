import { NOTE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { SUBJECT_KINDS } from '#domain/evaluation/notes/subject-lines.ts';
import { noteKey } from '#domain/evaluation/worksheet.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { RestrictionLines } from './restriction-lines.tsx';
import { SubjectLines } from './subject-lines.tsx';
import { UndoLine } from './undo-line.tsx';
import { useNoteLines } from './use-note-lines.ts';
import './note-helpers.css';

interface NoteHelpersProps {
  context: EvaluationContext;
  type: NoteType;
}

function Helpers({ context, type }: NoteHelpersProps) {
  const lines = useNoteLines(context, type);
  const kind = SUBJECT_KINDS[type];
  return (
    <section className="note-helpers" aria-label={`Renglones: ${NOTE_LABELS[type]}`}>
      {kind ? <SubjectLines lines={lines} kind={kind} /> : <RestrictionLines lines={lines} />}
      <UndoLine lines={lines} />
    </section>
  );
}

/** Help at writing a note whose lines have a form. Not where it is closed, or where two texts wait for a choice. */
export function NoteHelpers({ context, type }: NoteHelpersProps) {
  const typed = context.typing.sheet.texts[noteKey(type)];
  const isHelped = type === 'restricciones' || SUBJECT_KINDS[type] !== undefined;
  if (!isHelped || context.closed || (typed && typed.theirs !== null)) return null;
  return <Helpers context={context} type={type} />;
}
