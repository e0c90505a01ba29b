import { useState } from 'react';
import type { ExpectedList, ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { expectedCancellationText } from '../base/messages.ts';
import type { ListChanges } from './use-person-changes.ts';

/** Cancellation that a user is prompted to confirm, of one person or of the whole list. */
type Cancellation = { readonly type: 'person'; readonly person: ExpectedPerson } | { readonly type: 'list' };

/** Prompts before each cancellation. Returns the dialog, and the function that opens it. */
export function useCancellation(list: ExpectedList, changes: ListChanges) {
  const [cancellation, setCancellation] = useState<Cancellation | null>(null);
  const isList = cancellation?.type !== 'person';
  const cancel = async () => {
    await (isList ? changes.cancelList() : changes.setState(cancellation.person, 'cancelled'));
    setCancellation(null);
  };
  const dialog = (
    <ConfirmDialog
      opened={cancellation !== null}
      title={isList ? '¿Cancelar toda la lista?' : `¿Cancelar la cita de ${fullName(cancellation.person)}?`}
      confirmLabel={isList ? 'Cancelar la lista' : 'Cancelar la cita'}
      cancelLabel="No cancelar"
      tone="danger"
      busy={changes.pendingIds.includes(isList ? list.id : cancellation.person.id)}
      onConfirm={() => void cancel()}
      onCancel={() => setCancellation(null)}
    >
      <p>
        {isList
          ? `${expectedCancellationText(list)} Quienes ya llegaron o se registraron no cambian. La lista no se puede volver a abrir.`
          : 'Recepción ya no esperará a esta persona. Puedes volver a esperarla mientras la lista esté abierta.'}
      </p>
    </ConfirmDialog>
  );
  return { dialog, open: setCancellation };
}
