import { useState, type ReactNode } from 'react';
import { discardEntry } from '#sync/outbox/entry-actions.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast } from '#ui/notices/toast.ts';

interface DiscardPromptProps {
  ownerId: string;
  entryId: string;
  title: string;
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** S10: prompts before an entry is deleted permanently. An entry that is being sent cannot be deleted. */
export function DiscardPrompt({ ownerId, entryId, title, done, onClose, children }: DiscardPromptProps) {
  const [busy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      const outcome = await discardEntry(ownerId, entryId);
      if (outcome === 'being_sent') toast('error', 'Se está enviando en este momento. Espera el resultado.');
      else toast('ok', done);
    } finally {
      onClose();
    }
  };
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel="Descartar definitivamente"
      cancelLabel="Conservar"
      tone="danger"
      busy={busy}
      onConfirm={() => void discard().catch(reportError)}
      onCancel={onClose}
    >
      {children}
      <p>Queda constancia de que se descartó.</p>
    </ConfirmDialog>
  );
}
