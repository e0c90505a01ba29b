import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { HandoverDialog } from '#features/pending/handover-dialog.tsx';
import { listParcels } from '#storage/parcels.ts';
import type { Account } from '#sync/session.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { handedWords, unsentWords } from './unsent-words.ts';

interface LeaveDialogProps {
  account: Account;
  unsent: number;
  onLeave: () => void;
  onStay: () => void;
}

/** S16: what is unsent stays, or is handed over before one goes (S14). */
export function LeaveDialog({ account, unsent, onLeave, onStay }: LeaveDialogProps) {
  const [handing, setHanding] = useState(false);
  const parcels = useLiveQuery(listParcels) ?? [];
  const handed = parcels.some(({ ownerId }) => ownerId === account.userId);
  if (handing) return <HandoverDialog account={account} onClose={onStay} />;
  return (
    <ConfirmDialog
      opened
      title="¿Cerrar sesión con envíos pendientes?"
      confirmLabel="Salir de todos modos"
      cancelLabel="Seguir aquí"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{handed ? handedWords(unsent) : unsentWords(unsent)}</p>
      <Button mt={14} onClick={() => setHanding(true)}>
        {handed ? 'Entregar con otro código' : 'Entregar a un colega'}
      </Button>
    </ConfirmDialog>
  );
}
