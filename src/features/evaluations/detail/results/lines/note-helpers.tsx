import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { SUBJECT_ROW_ADAPTERS } from '#domain/evaluation/note-rows.ts';
import { SUBJECT_LINE_DEFINITIONS } from '#domain/evaluation/notes/subject-lines.ts';
import type { OfferedOptions } from '#domain/evaluation/offered.ts';
import { RestrictionLines } from './restriction-lines.tsx';
import { SubjectLines } from './subject-lines.tsx';
import { UndoLine } from './undo-line.tsx';
import type { NoteLines } from './use-note-lines.ts';
import './note-helpers.css';

interface NoteHelpersProps {
  lines: NoteLines;
  offered: OfferedOptions;
}

function Lines({ lines, offered }: NoteHelpersProps) {
  const [kind, rowKind] = [SUBJECT_LINE_DEFINITIONS[lines.type], SUBJECT_ROW_ADAPTERS[lines.type]];
  if (!kind || !rowKind) return <RestrictionLines lines={lines} />;
  const subjects = kind.isOpen ? kind.subjects : offered.programmes;
  return <SubjectLines lines={lines} kind={{ ...kind, subjects }} rowKind={rowKind} />;
}

export function NoteHelpers({ lines, offered }: NoteHelpersProps) {
  if (lines.type !== 'restricciones' && !SUBJECT_LINE_DEFINITIONS[lines.type]) return null;
  return (
    <section className="note-helpers" aria-label={`Renglones: ${NOTE_LABELS[lines.type]}`}>
      <Lines lines={lines} offered={offered} />
      <UndoLine lines={lines} />
    </section>
  );
}
