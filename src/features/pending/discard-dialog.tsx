import { useState } from 'react';
import type { EntryView } from '#storage/outbox/entries.ts';
import { discardEntry } from '#sync/outbox/outbox.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast } from '#ui/notices/toast.ts';
import { discardLoss, discardedThing } from './words.ts';

interface DiscardDialogProps {
  ownerId: string;
  entry: EntryView;
  onClose: () => void;
}

/** S10: names the person and everything that would be gone, before it is. */
export function DiscardDialog({ ownerId, entry, onClose }: DiscardDialogProps) {
  const [busy, setBusy] = useState(false);
  const { patientName, identificationType, identificationNumber } = entry.summary;
  const discard = async () => {
    setBusy(true);
    try {
      const outcome = await discardEntry(ownerId, entry.id);
      if (outcome === 'being_sent') toast('error', 'Se está enviando en este momento. Espera el resultado.');
      else toast('ok', entry.kind === 'attachment' ? 'Archivo descartado.' : 'Registro descartado.');
    } finally {
      onClose();
    }
  };
  return (
    <ConfirmDialog
      opened
      title={`¿Descartar ${discardedThing(entry)} de ${patientName}?`}
      confirmLabel="Descartar definitivamente"
      cancelLabel="Conservar"
      tone="danger"
      busy={busy}
      onConfirm={() => void discard().catch(reportError)}
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
