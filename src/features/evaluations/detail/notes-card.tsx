import { NOTE_LABELS, NOTE_TYPES } from '#contract/vocabulary.ts';
import { isChanged, noteKey, notesToSave } from '#domain/evaluation/worksheet.ts';
import { saveNotes } from '#sync/changes/clinical.ts';
import { Card } from '#ui/display/card.tsx';
import { ClinicalText } from './clinical-text.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSaving } from './use-saving.ts';
import type { Work } from './use-work.ts';

function SaveNotes({ work }: { work: Work }) {
  const { state, save } = useSaving(work, {
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
      changed={isChanged(work.typing.sheet, 'notes')}
      kept={work.typing.kept}
      barrier={work.barrier}
      onSave={save}
    />
  );
}

/** The eight notes of P3. */
export const NotesCard = ({ work }: { work: Work }) => (
  <Card title="Notas médicas">
    <div className="notes">
      {NOTE_TYPES.map((type) => (
        <ClinicalText key={type} work={work} textKey={noteKey(type)} label={NOTE_LABELS[type]} />
      ))}
    </div>
    {!work.closed && <SaveNotes work={work} />}
  </Card>
);
