import type { EntryView } from '#storage/outbox/entries.ts';
import { DiscardQuestion } from '#components/discard-question.tsx';
import { discardLoss, discardedThing } from './words.ts';

interface DiscardDialogProps {
  ownerId: string;
  entry: EntryView;
  isCorrectionBegun: boolean;
  onClose: () => void;
}

/** S10: names the person and everything that would be gone, before it is. */
export function DiscardDialog({ ownerId, entry, isCorrectionBegun, onClose }: DiscardDialogProps) {
  const { patientName, identificationType, identificationNumber } = entry.summary;
  const done = entry.kind === 'attachment' ? 'Archivo descartado.' : 'Registro descartado.';
  return (
    <DiscardQuestion
      ownerId={ownerId}
      entryId={entry.id}
      title={`¿Descartar ${discardedThing(entry)} de ${patientName}?`}
      done={done}
      onClose={onClose}
    >
      <p>
        {patientName}, {identificationType} {identificationNumber}. No se enviará desde este dispositivo y
        aquí no se puede recuperar:
      </p>
      <ul>
        {discardLoss(entry).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        {isCorrectionBegun && <li>La corrección que empezaste</li>}
      </ul>
    </DiscardQuestion>
  );
}
