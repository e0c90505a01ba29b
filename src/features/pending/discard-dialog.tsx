import type { EntryView } from '#storage/outbox/entries.ts';
import { useDiscard } from '#components/use-entry-action.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { discardLoss, discardedThing } from './words.ts';

interface DiscardDialogProps {
  ownerId: string;
  entry: EntryView;
  onClose: () => void;
}

/** S10: names the person and everything that would be gone, before it is. */
export function DiscardDialog({ ownerId, entry, onClose }: DiscardDialogProps) {
  const { patientName, identificationType, identificationNumber } = entry.summary;
  const done = entry.kind === 'attachment' ? 'Archivo descartado.' : 'Registro descartado.';
  const { busy, discard } = useDiscard({ ownerId, entryId: entry.id, done, onClose });
  return (
    <ConfirmDialog
      opened
      title={`¿Descartar ${discardedThing(entry)} de ${patientName}?`}
      confirmLabel="Descartar definitivamente"
      cancelLabel="Conservar"
      tone="danger"
      busy={busy}
      onConfirm={discard}
      onCancel={onClose}
    >
      <p>
        {patientName}, {identificationType} {identificationNumber}. No se enviará desde este dispositivo y
        aquí no se puede recuperar:
      </p>
      <ul>
        {discardLoss(entry).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p>Queda constancia de que se descartó.</p>
    </ConfirmDialog>
  );
}
