import { useLiveQuery } from 'dexie-react-hooks';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { EntryView } from '#storage/outbox/entries.ts';
import { countCorrectionsWaitingFor } from '#storage/outbox/registrations/corrections.ts';
import { DiscardPrompt } from '#components/discard-prompt.tsx';
import { discardedItemTexts, discardedObjectText } from './messages.ts';

interface DiscardDialogProps {
  ownerId: string;
  entry: EntryView;
  isCorrectionBegun: boolean;
  onClose: () => void;
}

const DISCARDED_TEXTS = {
  registration: 'Registro descartado.',
  attachment: 'Archivo descartado.',
  correction: 'Corrección descartada.',
} as const;

/** S10: names the patient and the data that will be lost before the entry is discarded. */
export function DiscardDialog({ ownerId, entry, isCorrectionBegun, onClose }: DiscardDialogProps) {
  const { patientName, identification_type, identification_number } = entry.summary;
  const corrections = useLiveQuery(() => countCorrectionsWaitingFor(entry.id), [entry.id]) ?? 0;
  return (
    <DiscardPrompt
      ownerId={ownerId}
      entryId={entry.id}
      title={`¿Descartar ${discardedObjectText(entry)} de ${patientName}?`}
      done={DISCARDED_TEXTS[entry.kind]}
      onClose={onClose}
    >
      <p>
        {patientName}, {identification_type} {identification_number}. No se enviará desde este dispositivo y
        aquí no se puede recuperar:
      </p>
      <ul>
        {discardedItemTexts(entry).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
        {isCorrectionBegun && <li>La corrección que empezaste</li>}
        {corrections > 0 && (
          <li>{formatCountWithNoun(corrections, 'corrección', 'correcciones')} por enviar</li>
        )}
      </ul>
    </DiscardPrompt>
  );
}
