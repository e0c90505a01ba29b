import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { HandoverDialog } from '#features/pending/handover/handover-dialog.tsx';
import { totalUnsent } from '#domain/outbox/unsent.ts';
import { listEntriesBeingCorrected } from '#storage/outbox/registrations/corrections.ts';
import { listHandovers } from '#storage/transfers/transfers.ts';
import type { Account } from '#sync/session/session.ts';
import { parkedDraftsStayText } from '#sync/messages/parked-drafts-text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import type { DataLeftOnDevice } from './left-behind.ts';
import {
  CONTENT_LOST_TEXT,
  entriesBeingCorrectedText,
  downloadsText,
  handedOverEntriesText,
  unsentMessage,
} from './unsent-messages.ts';

interface SignOutDialogProps {
  account: Account;
  left: DataLeftOnDevice;
  onLeave: () => void;
  onStay: () => void;
}

const UNSENT_SIGN_OUT_PROMPT = {
  title: '¿Cerrar sesión con envíos pendientes?',
  confirmLabel: 'Salir de todos modos',
  main: 'cancel',
} as const;
const SIGN_OUT_PROMPT = { title: 'Antes de salir', confirmLabel: 'Salir' } as const;

/**
 * Dialog before a sign-out. S16: says that unsent entries stay on the device, or can first be handed over to a colleague (S14),
 * and that parked drafts stay (S27). D4: downloaded files stay too.
 */
export function SignOutDialog({ account, left, onLeave, onStay }: SignOutDialogProps) {
  const [handing, setHanding] = useState(false);
  const transfers = useLiveQuery(listHandovers) ?? [];
  const handed = transfers.some(({ ownerId }) => ownerId === account.userId);
  const corrected = useLiveQuery(() => listEntriesBeingCorrected(account.userId), [account.userId]) ?? [];
  const { unsent, parked, downloads, isContentLost } = left;
  const stays = totalUnsent(unsent) > 0;
  if (handing) return <HandoverDialog account={account} onClose={onStay} />;
  return (
    <ConfirmDialog
      opened
      {...(stays ? UNSENT_SIGN_OUT_PROMPT : SIGN_OUT_PROMPT)}
      cancelLabel="Seguir aquí"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      {isContentLost && <p>{CONTENT_LOST_TEXT}</p>}
      {stays && <p>{handed ? handedOverEntriesText(unsent) : unsentMessage(unsent)}</p>}
      {handed && corrected.length > 0 && (
        <p>{entriesBeingCorrectedText(corrected.map(({ summary }) => summary.patientName))}</p>
      )}
      {parked > 0 && <p>{parkedDraftsStayText(parked)}</p>}
      {downloads && <p>{downloadsText(downloads)}</p>}
      {stays && (
        <Button mt={14} onClick={() => setHanding(true)}>
          {handed ? 'Entregar con otro código' : 'Entregar a un colega'}
        </Button>
      )}
    </ConfirmDialog>
  );
}
