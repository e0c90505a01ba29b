import { useLiveQuery } from 'dexie-react-hooks';
import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import { spokenCodeProblem } from '#domain/spoken-code.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { countUnsentOfUser } from '#storage/device/unsent.ts';
import {
  createHandover,
  catchTransferStorageFailure,
  proposeHandoverCode,
} from '#sync/transfers/transfers.ts';
import type { Account } from '#sync/session/session.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';
import { CorrectionsInProgressNotice } from '#components/transfers/being-corrected.tsx';
import { CreateTransferDialog, type CreateTransferResult } from '#components/transfers/give-dialog.tsx';
import { DisplayedTransferCode } from '#components/new-code.tsx';
import { TransferDialogText } from '#components/transfers/transfer-dialog.tsx';
import { handoverPreviewText } from './handover-messages.ts';

/** Maximum number of patients that the dialog names; it only counts the others. */
const MAX_NAMED_PATIENTS = 3;

const HandoverReadyNotice = ({ code, holds }: { code: string; holds: UnsentCounts }) => (
  <>
    <p>
      La entrega está lista: {unsentText(holds)}. Anota el código o díselo ahora a tu colega; no se vuelve a
      mostrar.
    </p>
    <DisplayedTransferCode code={code} />
    <TransferDialogText>
      Tu colega inicia sesión en este dispositivo, abre «Pendientes de envío» y elige «Recibir entrega».
    </TransferDialogText>
  </>
);

async function createHandoverForDialog(
  account: Account,
  code: string,
  onProgress: (done: number, total: number) => void,
): Promise<CreateTransferResult> {
  const left = await catchTransferStorageFailure(() => createHandover(account, code, onProgress));
  switch (left.type) {
    case 'storage':
      return left;
    case 'nothing':
      return { type: 'refused', text: 'Ya no queda nada por enviar: no hay nada que entregar.' };
    case 'not_verifiable':
      return {
        type: 'refused',
        text: 'Este servidor no guarda la llave de tus datos, así que nadie puede comprobar que autorizaste la entrega. Solo tú puedes enviar lo que registraste: inicia sesión cuando haya red, o lleva una copia de rescate a otro dispositivo.',
      };
    case 'left':
      return { type: 'done', after: <HandoverReadyNotice code={code} holds={left.holds} /> };
  }
}

async function readHandoverPreview(ownerId: string): Promise<{ unsent: UnsentCounts; names: string[] }> {
  const [unsent, first] = await Promise.all([
    countUnsentOfUser(ownerId),
    listEntries(ownerId, { limit: MAX_NAMED_PATIENTS }),
  ]);
  return { unsent, names: first.map(({ summary }) => summary.patientName) };
}

interface HandoverDialogProps {
  account: Account;
  onClose: () => void;
}

/** S14: hands the user's unsent entries on this tablet over to a colleague, who receives a code. Needs no network. */
export function HandoverDialog({ account, onClose }: HandoverDialogProps) {
  const handed = useLiveQuery(() => readHandoverPreview(account.userId), [account.userId]);
  return (
    <CreateTransferDialog
      title="Entregar a un colega"
      consent="Autorizo a quien reciba esta entrega a enviar lo que contiene. Queda registrado a mi nombre."
      confirmLabel="Preparar entrega"
      propose={proposeHandoverCode}
      codeProblem={spokenCodeProblem}
      make={(code, onProgress) => createHandoverForDialog(account, code, onProgress)}
      onClose={onClose}
    >
      {handed && <p>{handoverPreviewText(handed.unsent, handed.names)}</p>}
      <CorrectionsInProgressNotice ownerId={account.userId}>
        Lo que estás corrigiendo se queda contigo: tu colega no lo recibe mientras no termines la corrección
        con «Corregir y enviar» o deshagas los cambios.
      </CorrectionsInProgressNotice>
      <p>
        Quien escriba el código en este dispositivo, con su propia sesión, lo recibe y lo envía. Mientras
        nadie lo reciba sigue siendo tuyo. Si ya habías preparado una entrega, su código deja de servir.
      </p>
    </CreateTransferDialog>
  );
}
