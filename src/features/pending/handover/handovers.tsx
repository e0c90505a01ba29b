import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { formatTime } from '#domain/time/format.ts';
import { listHandovers, type HandoverView } from '#storage/transfers/transfers.ts';
import { openTransferForDialog } from '#sync/transfers/transfer-opening.ts';
import { openHandover, withdrawHandover } from '#sync/transfers/transfers.ts';
import type { Account } from '#sync/session/session.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { ReceiveDialog } from '#components/transfers/receive-dialog.tsx';
import { toast } from '#ui/notices/toast.ts';
import './handovers.css';

function OwnHandover({ account, parcel: transfer }: { account: Account; parcel: HandoverView }) {
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await withdrawHandover(account);
      toast('ok', 'Entrega cancelada. Todo sigue en tu cola.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      kind="info"
      title={`Preparaste una entrega de ${unsentText(transfer.holds)} a las ${formatTime(transfer.createdAt)}.`}
      action={
        <Button loading={busy} onClick={() => void withdraw().catch(reportError)}>
          Cancelar entrega
        </Button>
      }
    >
      Nadie la ha recibido todavía: todo sigue en tu cola y se envía como siempre.
    </Notice>
  );
}

/** Handover of another user. D1: owner and content are shown only after the code is entered. */
const OtherUsersHandover = ({
  parcel: transfer,
  onReceive,
}: {
  parcel: HandoverView;
  onReceive: () => void;
}) => (
  <Notice
    kind="info"
    title={`Hay una entrega de ${unsentText(transfer.holds)} en este dispositivo, de las ${formatTime(transfer.createdAt)}.`}
    action={
      <Button variant="filled" onClick={onReceive}>
        Recibir entrega
      </Button>
    }
  >
    Si te dieron el código, la recibes y todo se envía con tu sesión.
  </Notice>
);

export function HandoverNotices({ account }: { account: Account }) {
  const transfers = useLiveQuery(listHandovers) ?? [];
  // The state is here and not in the handover's row, because the row disappears on receipt while the dialog still shows the
  // result.
  const [receiving, setReceiving] = useState<string | null>(null);
  return (
    <div className="pending-notices">
      {transfers.map((transfer) =>
        transfer.ownerId === account.userId ? (
          <OwnHandover key={transfer.id} account={account} parcel={transfer} />
        ) : (
          <OtherUsersHandover
            key={transfer.id}
            parcel={transfer}
            onReceive={() => setReceiving(transfer.id)}
          />
        ),
      )}
      {receiving !== null && (
        <ReceiveDialog
          title="Recibir entrega"
          open={(code) => openTransferForDialog(account, 'handover', () => openHandover(receiving, code))}
          onClose={() => setReceiving(null)}
        >
          Escribe el código que te dio tu colega. Todo queda registrado a su nombre y lo envía tu sesión.
        </ReceiveDialog>
      )}
    </div>
  );
}
