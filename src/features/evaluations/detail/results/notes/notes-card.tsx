import type { ComponentProps } from 'react';
import { NOTE_LABELS } from '#contract/vocabulary.ts';
import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { DECISION_OF_NOTE } from '#domain/evaluation/notes/sentences.ts';
import { noteKey } from '#domain/evaluation/worksheet/worksheet.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { useOfferedOptions, usePhrases } from '../../../queries.ts';
import { ReadOnlyDecision } from '../choices/chosen.tsx';
import { ClinicalText } from '../clinical-text.tsx';
import { NoteControls } from './note-controls.tsx';
import { PreviousNote } from './previous-note.tsx';
import { SectionSaveBar } from '../save-bar.tsx';
import { SeenButton } from '../template-mark.tsx';
import type { SectionSavingHandle } from '../../state/use-saving.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './notes-card.css';

function NoteControlsOrDecision(props: ComponentProps<typeof NoteControls>) {
  if (!props.context.closed) return <NoteControls {...props} />;
  const name = DECISION_OF_NOTE[props.type];
  return name && <ReadOnlyDecision context={props.context} name={name} />;
}

interface NotesCardProps {
  context: EvaluationContext;
  saving: SectionSavingHandle;
}

export function NotesCard({ context, saving }: NotesCardProps) {
  const bank = usePhrases(context.reader).data?.phrases ?? [];
  const offered = useOfferedOptions(context.reader, context.evaluation.evaluation_type.id);
  return (
    <Card title="Notas médicas" actions={<SeenButton context={context} section="notes" of="Notas médicas" />}>
      <div className="notes">
        {NOTE_ORDER.map((type) => (
          <div key={type} data-note={type}>
            <ClinicalText
              context={context}
              textKey={noteKey(type)}
              field={`note:${type}`}
              label={NOTE_LABELS[type]}
            />
            <PreviousNote context={context} type={type} />
            <NoteControlsOrDecision
              context={context}
              type={type}
              offered={offered}
              bank={bank.filter((phrase) => phrase.type === type)}
            />
          </div>
        ))}
      </div>
      {!context.closed && <SectionSaveBar label="Guardar notas" context={context} saving={saving} />}
    </Card>
  );
}
