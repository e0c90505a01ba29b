import type { SavedNotes } from '#contract/records/evaluation/clinical.ts';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { noteKey, notesToSave } from '#domain/evaluation/worksheet.ts';
import { saveNotes } from '#sync/changes/clinical.ts';
import { Card } from '#ui/display/card.tsx';
import { usePhrases } from '../../queries.ts';
import { BankPhrases } from './bank-phrases.tsx';
import { ClinicalText } from './clinical-text.tsx';
import { NoteHelpers } from './lines/note-helpers.tsx';
import { NotePhrases } from './note-phrases.tsx';
import { PreviousNote } from './previous-note.tsx';
import { SaveBar } from './save-bar.tsx';
import type { Saving } from '../state/use-saving.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './notes-card.css';

const NOTES: Saving<SavedNotes> = {
  section: 'notes',
  send: (read, sheet) => saveNotes(read, notesToSave(sheet)),
  taken: ({ notes }) => ({ notes }),
  success: 'Notas actualizadas correctamente.',
  fallback: 'No se pudieron guardar las notas médicas.',
};

/** The eight notes of P3, the verdict first. */
export function NotesCard({ context }: { context: EvaluationContext }) {
  const bank = usePhrases(context.reader).data?.phrases ?? [];
  return (
    <Card title="Notas médicas">
      <div className="notes">
        {NOTE_ORDER.map((type) => (
          <div key={type} data-note={type}>
            <ClinicalText context={context} textKey={noteKey(type)} label={NOTE_LABELS[type]} />
            <PreviousNote context={context} type={type} />
            <NotePhrases context={context} type={type} />
            <BankPhrases
              context={context}
              type={type}
              phrases={bank.filter((phrase) => phrase.type === type)}
            />
            <NoteHelpers context={context} type={type} />
          </div>
        ))}
      </div>
      {!context.closed && <SaveBar label="Guardar notas" context={context} saving={NOTES} />}
    </Card>
  );
}
