import { Button, Modal } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import {
  listParkedDrafts,
  MAX_PARKED_DRAFTS_PER_USER,
  type ParkedDraft,
} from '#storage/drafts/parked-list.ts';
import { discardParkedDraft } from '#sync/changes/on-device-aside.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StepNotices } from '../steps/notices.tsx';
import type { Parking } from './parking.tsx';
import type { WizardState } from '../steps/use-wizard.ts';
import type { ParkingProblem } from './exchange.ts';
import { formatParkedDraft, parkedTitle } from './parked-messages.ts';
import './parked-dialog.css';

interface ParkedDialogProps {
  wizard: WizardState;
  parking: Parking;
}

function ParkingProblemNotice({ trouble }: { trouble: ParkingProblem }) {
  switch (trouble.type) {
    case 'full':
      return (
        <Notice kind="warn" title={`Ya hay ${MAX_PARKED_DRAFTS_PER_USER} en espera en este dispositivo.`}>
          Trae una y termínala, o descarta la que ya no haga falta. Lo que tienes escrito sigue en el
          formulario.
        </Notice>
      );
    case 'gone':
      return <Notice kind="info">Ya no está en espera: se abrió o se descartó en otra ventana.</Notice>;
    case 'storage':
      return <StorageNotice kind={trouble.kind} />;
  }
}

interface ParkedDraftRowProps {
  parked: ParkedDraft;
  parking: Parking;
  onDiscard: () => void;
}

function ParkedDraftRow({ parked, parking, onDiscard }: ParkedDraftRowProps) {
  const title = parkedTitle(parked);
  const now = useTickingTimeMs(true);
  return (
    <li className="parked-row">
      <button
        type="button"
        className="parked-open"
        disabled={parking.isBusy || parked.content === 'damaged'}
        onClick={() => parking.run(parked.id)}
      >
        <span>
          <b>{title}</b>
          <small>{formatParkedDraft(parked, now)}</small>
        </span>
        <Icon name="right" />
      </button>
      <Button variant="subtle" aria-label={`Descartar a ${title}`} onClick={onDiscard}>
        <Icon name="trash" />
      </Button>
    </li>
  );
}

/** Lists the parked drafts. Opening one of them parks the data in the form. */
export function ParkedDialog({ wizard, parking }: ParkedDialogProps) {
  const { ownerId } = wizard;
  const waiting = useLiveQuery(() => listParkedDrafts(ownerId), [ownerId]);
  const [prompting, setPrompting] = useState<ParkedDraft | null>(null);
  const discard = () => {
    setPrompting(null);
    if (prompting) discardParkedDraft(ownerId, prompting.id).catch(reportError);
  };
  return (
    <>
      <Modal
        opened={prompting === null}
        onClose={() => parking.show(false)}
        title="En espera en este dispositivo"
        size={520}
      >
        <StepNotices>{parking.trouble && <ParkingProblemNotice trouble={parking.trouble} />}</StepNotices>
        {waiting?.length === 0 && <p>Nadie está en espera.</p>}
        <ul className="parked">
          {waiting?.map((parked) => (
            <ParkedDraftRow
              key={parked.id}
              parked={parked}
              parking={parking}
              onDiscard={() => setPrompting(parked)}
            />
          ))}
        </ul>
        <p className="parked-foot">
          {!wizard.isEmpty && 'Lo que tienes escrito queda en espera a cambio. '}
          Quedan guardados aquí, con llave, hasta que los confirmes.
        </p>
      </Modal>
      <ConfirmDialog
        opened={prompting !== null}
        title="¿Descartar este registro?"
        confirmLabel="Descartar"
        tone="danger"
        onConfirm={discard}
        onCancel={() => setPrompting(null)}
      >
        {prompting && `${parkedTitle(prompting)}: se borran los datos escritos, la foto y la firma.`}
      </ConfirmDialog>
    </>
  );
}

interface SamePatientDialogProps {
  /** Text that states since when a draft with the same document is parked. */
  text: string;
  onBring: () => void;
  onBoth: () => void;
  onCancel: () => void;
}

/** Prompt before the same patient is parked a second time: the user states whether both registrations are intended. */
export function SamePatientDialog({ text, onBring, onBoth, onCancel }: SamePatientDialogProps) {
  useRestoreFocus();
  return (
    <Modal opened onClose={onCancel} title="Esta persona ya está en espera" size={680}>
      <p>{text} Si la traes no se pierde nada: lo que aquí haya de más queda en espera a cambio.</p>
      <DialogActions>
        <Button data-autofocus onClick={onCancel}>
          Cancelar
        </Button>
        <Button onClick={onBoth}>Dejar las dos en espera</Button>
        <Button variant="filled" onClick={onBring}>
          Traer la que espera
        </Button>
      </DialogActions>
    </Modal>
  );
}
