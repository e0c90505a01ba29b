import { Button } from '@mantine/core';
import { useId } from 'react';
import { NOTE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import {
  isSectionChanged,
  notesWithUnfinishedLine,
  unreadCopiedNotes,
  type Worksheet,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { focusNote } from '../state/focus-note.ts';
import type { SaveState, SectionSavingHandle } from '../state/use-saving.ts';
import { ActionBar } from '#ui/display/cards/card-bar.tsx';
import './save-bar.css';

interface SectionSaveBarProps {
  label: string;
  context: EvaluationContext;
  saving: SectionSavingHandle;
}

interface SaveStateNoticeProps {
  state: SaveState;
  sheet: Worksheet;
}

const formatNoteNames = (types: readonly NoteType[]): string =>
  types.map((type) => NOTE_LABELS[type]).join(', ');

/** Link that scrolls to a note that is outside the visible part of the page. */
const GoToNoteButton = ({ type }: { type: NoteType }) => (
  <Button onClick={() => focusNote(type, 'text')}>Ir a la nota</Button>
);

function UnfinishedNotesNotice({ state, sheet }: SaveStateNoticeProps) {
  const [unfinished, unread] = [notesWithUnfinishedLine(sheet), unreadCopiedNotes(sheet)];
  if (state.name === 'unfinished' && unfinished[0])
    return (
      <Notice
        kind="warn"
        title={`Falta terminar un renglón en ${formatNoteNames(unfinished)}.`}
        action={<GoToNoteButton type={unfinished[0]} />}
      >
        Agrégalo o cancélalo, y guarda de nuevo.
      </Notice>
    );
  if (state.name === 'unread' && unread[0])
    return (
      <Notice
        kind="warn"
        title={`Falta confirmar lo de la visita anterior en ${formatNoteNames(unread)}.`}
        action={<GoToNoteButton type={unread[0]} />}
      >
        Léelo y confírmalo, o cámbialo, y guarda de nuevo.
      </Notice>
    );
  return null;
}

const SaveFailureNotice = ({ state, sheet }: SaveStateNoticeProps) => {
  if (state.name === 'conflict')
    return (
      <Notice kind="warn" title="Hay cambios que otra persona hizo también.">
        Elige en cada uno cuál queda y guarda de nuevo.
      </Notice>
    );
  if (state.name !== 'failed') return <UnfinishedNotesNotice state={state} sheet={sheet} />;
  return (
    <Notice kind="error" title={state.text}>
      {state.details.length > 0 && (
        <ul className="save-details">
          {state.details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
};

function saveStateText(changed: boolean, kept: boolean): string {
  if (!changed) return 'Sin cambios por guardar.';
  return kept ? 'Cambios sin guardar. El borrador está en este dispositivo.' : 'Guardando el borrador…';
}

export function SectionSaveBar({ label, context, saving }: SectionSaveBarProps) {
  const hintId = useId();
  const { state } = saving;
  const { disabledReason, typing } = context;
  const changed = isSectionChanged(typing.sheet, saving.section);
  const hint = disabledReason ?? saveStateText(changed, typing.kept);
  return (
    <>
      <div className="save-problem">
        <SaveFailureNotice state={state} sheet={typing.sheet} />
      </div>
      <ActionBar>
        <p id={hintId} className="save-hint">
          {hint}
        </p>
        <Button
          aria-describedby={hintId}
          data-save={saving.section}
          disabled={disabledReason !== null || !changed}
          loading={state.name === 'saving'}
          onClick={() => void saving.save()}
        >
          {label}
        </Button>
      </ActionBar>
    </>
  );
}
