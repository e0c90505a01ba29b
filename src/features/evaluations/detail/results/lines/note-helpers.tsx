import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { SUBJECT_ROW_ADAPTERS } from '#domain/evaluation/worksheet/note-rows.ts';
import { SUBJECT_LINE_DEFINITIONS } from '#domain/evaluation/notes/subject-lines.ts';
import type { OfferedOptions } from '#domain/evaluation/worksheet/offered.ts';
import { RestrictionLines } from './restriction-lines.tsx';
import { SubjectLines } from './subject-lines.tsx';
import { UndoChangeBar } from './undo-line.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './note-helpers.css';

interface NoteLinesSectionProps {
  lines: NoteLines;
  offered: OfferedOptions;
}

function LinesOfNoteType({ lines, offered }: NoteLinesSectionProps) {
  const [kind, rowKind] = [SUBJECT_LINE_DEFINITIONS[lines.type], SUBJECT_ROW_ADAPTERS[lines.type]];
  if (!kind || !rowKind) return <RestrictionLines lines={lines} />;
  const subjects = kind.isOpen ? kind.subjects : offered.programmes;
  return <SubjectLines lines={lines} kind={{ ...kind, subjects }} rowKind={rowKind} />;
}

export function NoteLinesSection({ lines, offered }: NoteLinesSectionProps) {
  if (lines.type !== 'restricciones' && !SUBJECT_LINE_DEFINITIONS[lines.type]) return null;
  return (
    <section className="note-helpers" aria-label={`Renglones: ${NOTE_LABELS[lines.type]}`}>
      <LinesOfNoteType lines={lines} offered={offered} />
      <UndoChangeBar lines={lines} />
    </section>
  );
}
