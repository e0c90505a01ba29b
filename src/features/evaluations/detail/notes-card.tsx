import { NOTE_LABELS, NOTE_TYPES } from '#contract/vocabulary.ts';
import { isChanged, noteKey, notesToSave } from '#domain/evaluation/worksheet.ts';
import { saveNotes } from '#sync/changes/clinical.ts';
import { Card } from '#ui/display/card.tsx';
import { ClinicalText } from './clinical-text.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSaving } from './use-saving.ts';
import type { EvaluationContext } from './use-evaluation-context.ts';

function SaveNotes({ context }: { context: EvaluationContext }) {
  const { state, save } = useSaving(context, {
    section: 'notes',
    send: (read, sheet) => saveNotes(read, notesToSave(sheet)),
    taken: ({ notes }) => ({ notes }),
    success: 'Notas actualizadas correctamente.',
    fallback: 'No se pudieron guardar las notas médicas.',
  });
  return (
    <SaveBar
      label="Guardar notas"
      state={state}
      changed={isChanged(context.typing.sheet, 'notes')}
      kept={context.typing.kept}
      disabledReason={context.disabledReason}
      onSave={save}
    />
  );
}

/** The eight notes of P3. */
export const NotesCard = ({ context }: { context: EvaluationContext }) => (
  <Card title="Notas médicas">
    <div className="notes">
      {NOTE_TYPES.map((type) => (
        <ClinicalText key={type} context={context} textKey={noteKey(type)} label={NOTE_LABELS[type]} />
      ))}
    </div>
    {!context.closed && <SaveNotes context={context} />}
  </Card>
);
