import { Button, Modal } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { StorageProblemKind } from '#storage/base/problem.ts';
import { listParkedDrafts, type ParkedDraft } from '#storage/drafts/parked-list.ts';
import { discardParkedDraft } from '#sync/changes/on-device-aside.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { useNow } from '#ui/hooks/ticker.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StepNotices } from '../steps/notices.tsx';
import {
  NO_ROOM_TO_PARK_TEXT,
  NO_ROOM_TO_PARK_TITLE,
  formatParkedDraft,
  parkedTitle,
} from './parked-messages.ts';
import './parked-dialog.css';

export type ParkingProblem =
  | { readonly type: 'full' }
  | { readonly type: 'gone' }
  | { readonly type: 'storage'; readonly kind: StorageProblemKind };

interface ParkedDialogProps {
  ownerId: string;
  /** True if the form contains data, which are parked when the user opens a parked draft. */
  isExchange: boolean;
  busy: boolean;
  trouble: ParkingProblem | null;
  onOpen: (parkedId: string) => void;
  onClose: () => void;
}

function ParkingProblemNotice({ trouble }: { trouble: ParkingProblem }) {
  switch (trouble.type) {
    case 'full':
      return (
        <Notice kind="warn" title={NO_ROOM_TO_PARK_TITLE}>
          {NO_ROOM_TO_PARK_TEXT}
        </Notice>
      );
    case 'gone':
      return <Notice kind="info">Ya no está en espera: se abrió o se descartó en otra ventana.</Notice>;
    case 'storage':
      return <StorageNotice kind={trouble.kind} />;
  }
}

interface ParkedDraftRowProps extends Pick<ParkedDialogProps, 'busy' | 'onOpen'> {
  parked: ParkedDraft;
  onDiscard: () => void;
}

function ParkedDraftRow({ parked, busy, onOpen, onDiscard }: ParkedDraftRowProps) {
  const title = parkedTitle(parked);
  const now = useNow(true);
  return (
    <li className="parked-row">
      <button
        type="button"
        className="parked-open"
        disabled={busy || parked.content === 'damaged'}
        onClick={() => onOpen(parked.id)}
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

interface DiscardParkedPromptProps {
  parked: ParkedDraft | null;
  onConfirm: (parkedId: string) => void;
  onCancel: () => void;
}

const DiscardPrompt = ({ parked, onConfirm, onCancel }: DiscardParkedPromptProps) => (
  <ConfirmDialog
    opened={parked !== null}
    title="¿Descartar este registro?"
    confirmLabel="Descartar"
    tone="danger"
    onConfirm={() => parked && onConfirm(parked.id)}
    onCancel={onCancel}
  >
    {parked && `${parkedTitle(parked)}: se borran los datos escritos, la foto y la firma.`}
  </ConfirmDialog>
);

export function ParkedDialog(props: ParkedDialogProps) {
  const { ownerId, isExchange, trouble, onClose } = props;
  const waiting = useLiveQuery(() => listParkedDrafts(ownerId), [ownerId]);
  const [prompting, setPrompting] = useState<ParkedDraft | null>(null);
  const discard = (parkedId: string) => {
    setPrompting(null);
    discardParkedDraft(ownerId, parkedId).catch(reportError);
  };
  return (
    <>
      <Modal opened={prompting === null} onClose={onClose} title="En espera en este dispositivo" size={520}>
        <StepNotices>{trouble && <ParkingProblemNotice trouble={trouble} />}</StepNotices>
        {waiting?.length === 0 && <p>Nadie está en espera.</p>}
        <ul className="parked">
          {waiting?.map((parked) => (
            <ParkedDraftRow
              key={parked.id}
              {...props}
              parked={parked}
              onDiscard={() => setPrompting(parked)}
            />
          ))}
        </ul>
        <p className="parked-foot">
          {isExchange && 'Lo que tienes escrito queda en espera a cambio. '}
          Quedan guardados aquí, con llave, hasta que los confirmes.
        </p>
      </Modal>
      <DiscardPrompt parked={prompting} onConfirm={discard} onCancel={() => setPrompting(null)} />
    </>
  );
}
