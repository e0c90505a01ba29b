import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { timeOfDay } from '#domain/time/words.ts';
import { listParcels, type ParcelView } from '#storage/parcels.ts';
import { openingOf } from '#sync/parcel-opening.ts';
import { openHandover, withdrawHandover } from '#sync/parcels.ts';
import type { Account } from '#sync/session.ts';
import { Notice } from '#ui/notice.tsx';
import { ReceiveDialog } from '#ui/receive-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { evaluationsWord } from './handover-words.ts';

function OwnHandover({ account, parcel }: { account: Account; parcel: ParcelView }) {
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await withdrawHandover(account);
      toast('ok', 'Entrega retirada. Las evaluaciones siguen en tu cola.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      kind="info"
      title={`Dejaste una entrega de ${evaluationsWord(parcel.count)} a las ${timeOfDay(parcel.createdAt)}.`}
      action={
        <Button loading={busy} onClick={() => void withdraw().catch(reportError)}>
          Retirar entrega
        </Button>
      }
    >
      Nadie la ha recibido todavía: siguen en tu cola y se envían como siempre.
    </Notice>
  );
}

/** D1: whose it is and what is in it only its code says. */
const OthersHandover = ({ parcel, onReceive }: { parcel: ParcelView; onReceive: () => void }) => (
  <Notice
    kind="info"
    title={`Hay una entrega de ${evaluationsWord(parcel.count)} en este dispositivo, de las ${timeOfDay(parcel.createdAt)}.`}
    action={
      <Button variant="filled" onClick={onReceive}>
        Recibir entrega
      </Button>
    }
  >
    Si te dieron el código, las recibes y se envían con tu sesión.
  </Notice>
);

/** What was left on this tablet for a colleague: one's own, and that of others. */
export function Handovers({ account }: { account: Account }) {
  const parcels = useLiveQuery(listParcels) ?? [];
  // The dialog outlives its parcel, which is gone once it was received: it says what was.
  const [receiving, setReceiving] = useState<string | null>(null);
  return (
    <div className="pending-notices">
      {parcels.map((parcel) =>
        parcel.ownerId === account.userId ? (
          <OwnHandover key={parcel.id} account={account} parcel={parcel} />
        ) : (
          <OthersHandover key={parcel.id} parcel={parcel} onReceive={() => setReceiving(parcel.id)} />
        ),
      )}
      {receiving !== null && (
        <ReceiveDialog
          title="Recibir entrega"
          open={(code) => openingOf(account, () => openHandover(receiving, code))}
          onClose={() => setReceiving(null)}
        >
          Escribe el código que te dio tu colega. Las evaluaciones quedan registradas a su nombre y las envía
          tu sesión.
        </ReceiveDialog>
      )}
    </div>
  );
}
