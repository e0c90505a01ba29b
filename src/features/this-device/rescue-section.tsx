import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { NOTHING_UNSENT, totalUnsent, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { spokenCodeProblem } from '#domain/spoken-code.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { countUnsentOfUser } from '#storage/device/unsent.ts';
import { recordDownload } from '#sync/reads/documents/downloads.ts';
import { openTransferForDialog } from '#sync/transfers/transfer-opening.ts';
import {
  openRescue,
  catchTransferStorageFailure,
  packRescueTransfer,
  proposeRescueCode,
} from '#sync/transfers/transfers.ts';
import type { Account } from '#sync/session/session.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { CorrectionsInProgressNotice } from '#components/transfers/being-corrected.tsx';
import { CreateTransferDialog, type CreateTransferResult } from '#components/transfers/give-dialog.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { DisplayedTransferCode } from '#components/new-code.tsx';
import { ReceiveDialog } from '#components/transfers/receive-dialog.tsx';
import { downloadFile } from '#ui/hooks/save-file.ts';
import './rescue-section.css';

/** The name contains no personal data, because the file is stored in the downloads folder (D1). */
const rescueFileName = (now: number): string => `rescate-${bogotaDay(now)}.ventanilla`;

const SavedRescueFileNotice = ({
  code,
  holds,
  name,
}: {
  code: string;
  holds: UnsentCounts;
  name: string;
}) => (
  <>
    <p>
      La copia <strong>{name}</strong> está en las descargas: {unsentText(holds)}. Anota el código; sin él no
      se abre, y no se vuelve a mostrar.
    </p>
    <DisplayedTransferCode code={code} />
    <ol className="rescue-steps">
      <li>Lleva el archivo al otro dispositivo, por ejemplo en una memoria USB.</li>
      <li>Allí inicia sesión, abre «Este dispositivo» y elige «Traer una copia de rescate».</li>
      <li>
        Lo pendiente sigue también aquí. Aunque los dos dispositivos lo envíen, el servidor lo guarda una sola
        vez.
      </li>
    </ol>
  </>
);

async function saveRescueFile(
  account: Account,
  code: string,
  onProgress: (done: number, total: number) => void,
): Promise<CreateTransferResult> {
  const packed = await catchTransferStorageFailure(() => packRescueTransfer(account, code, onProgress));
  if ('type' in packed) return packed;
  const { blob, holds } = packed;
  if (totalUnsent(holds) === 0)
    return { type: 'refused', text: 'Ya no queda nada por enviar: no hace falta una copia.' };
  const name = rescueFileName(Date.now());
  downloadFile(blob, 'application/octet-stream', name);
  recordDownload(account.userId, name).catch(reportError);
  return { type: 'done', after: <SavedRescueFileNotice code={code} holds={holds} name={name} /> };
}

const SaveRescueFileDialog = ({ account, onClose }: { account: Account; onClose: () => void }) => (
  <CreateTransferDialog
    title="Guardar copia de rescate"
    consent="Autorizo a quien traiga esta copia con el código a enviar lo que contiene. Queda registrado a mi nombre."
    confirmLabel="Guardar copia"
    propose={proposeRescueCode}
    codeProblem={spokenCodeProblem}
    make={(code, onProgress) => saveRescueFile(account, code, onProgress)}
    onClose={onClose}
  >
    <p>
      Un archivo cifrado con todo lo que no has enviado, para enviarlo desde otro dispositivo si este falla.
      Lo abre solo quien tenga el código.
    </p>
    <CorrectionsInProgressNotice ownerId={account.userId}>
      La copia lleva lo que confirmaste, sin esos cambios. Para que los lleve, termina antes la corrección con
      «Corregir y enviar».
    </CorrectionsInProgressNotice>
  </CreateTransferDialog>
);

interface OpenRescueFileDialogProps {
  account: Account;
  file: File;
  onClose: () => void;
}

const OpenRescueFileDialog = ({ account, file, onClose }: OpenRescueFileDialogProps) => (
  <ReceiveDialog
    title="Traer una copia de rescate"
    open={(code) => openTransferForDialog(account, 'file', () => openRescue(file, code))}
    onClose={onClose}
  >
    Escribe el código con el que se guardó <strong>{file.name}</strong>. Lo que contiene queda en tu cola y se
    envía con tu sesión, a nombre de quien lo registró.
  </ReceiveDialog>
);

/**
 * S14: exports the unsent entries of a tablet to an encrypted file if the tablet cannot send them, and imports such a file on
 * another tablet.
 */
export function RescueSection({ account }: { account: Account }) {
  const unsent = useLiveQuery(() => countUnsentOfUser(account.userId), [account.userId]) ?? NOTHING_UNSENT;
  const isEmpty = totalUnsent(unsent) === 0;
  const [saving, setSaving] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  return (
    <Card title="Copia de rescate">
      <p className="rescue-text">
        {isEmpty
          ? 'No tienes nada por enviar en este dispositivo.'
          : `Tienes ${unsentText(unsent)} por enviar. Si este dispositivo no puede enviar, llévalo todo a otro en un archivo cifrado.`}
      </p>
      <div className="rescue-buttons">
        <Button leftSection={<Icon name="download" />} disabled={isEmpty} onClick={() => setSaving(true)}>
          Guardar copia de rescate
        </Button>
        <FileButton label="Traer una copia de rescate" accept=".ventanilla" onFile={setFile} />
      </div>
      {saving && <SaveRescueFileDialog account={account} onClose={() => setSaving(false)} />}
      {file && <OpenRescueFileDialog account={account} file={file} onClose={() => setFile(null)} />}
    </Card>
  );
}
