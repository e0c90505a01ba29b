import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { HandoverDialog } from '#features/pending/handover-dialog.tsx';
import { countOf } from '#domain/outbox/unsent.ts';
import { listBeingCorrected } from '#storage/outbox/corrections.ts';
import { listParcels } from '#storage/parcels/parcels.ts';
import type { Account } from '#sync/session/session.ts';
import { waitingStays } from '#sync/words/waiting-people-text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { LeftBehind } from './left-behind.ts';
import { correctedWords, downloadedWords, handedWords, unsentWords } from './unsent-words.ts';

interface LeaveDialogProps {
  account: Account;
  left: LeftBehind;
  onLeave: () => void;
  onStay: () => void;
}

const PENDING = {
  title: '¿Cerrar sesión con envíos pendientes?',
  confirmLabel: 'Salir de todos modos',
  main: 'cancel',
} as const;
const QUIET = { title: 'Antes de salir', confirmLabel: 'Salir' } as const;

/**
 * S16: shows that unsent entries stay, or can be handed over before leaving (S14), and that parked drafts stay (S27). D4:
 * downloaded files stay too.
 */
export function LeaveDialog({ account, left, onLeave, onStay }: LeaveDialogProps) {
  const [handing, setHanding] = useState(false);
  const parcels = useLiveQuery(listParcels) ?? [];
  const handed = parcels.some(({ ownerId }) => ownerId === account.userId);
  const corrected = useLiveQuery(() => listBeingCorrected(account.userId), [account.userId]) ?? [];
  const { unsent, parked, downloads } = left;
  const stays = countOf(unsent) > 0;
  if (handing) return <HandoverDialog account={account} onClose={onStay} />;
  return (
    <ConfirmDialog
      opened
      {...(stays ? PENDING : QUIET)}
      cancelLabel="Seguir aquí"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {stays && <p>{handed ? handedWords(unsent) : unsentWords(unsent)}</p>}
      {handed && corrected.length > 0 && (
        <p>{correctedWords(corrected.map(({ summary }) => summary.patientName))}</p>
      )}
      {parked > 0 && <p>{waitingStays(parked)}</p>}
      {downloads && <p>{downloadedWords(downloads)}</p>}
      {stays && (
        <Button mt={14} onClick={() => setHanding(true)}>
          {handed ? 'Entregar con otro código' : 'Entregar a un colega'}
        </Button>
      )}
    </ConfirmDialog>
  );
}
