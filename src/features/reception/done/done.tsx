import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { readPresence } from '#storage/account/accounts.ts';
import { readEntry, readReceipt, type ItemView } from '#storage/outbox/entries.ts';
import { readLink } from '#storage/device/link.ts';
import { retryNow } from '#sync/outbox/outbox.ts';
import { Card } from '#ui/display/card.tsx';
import { CardBar, CardBarGap } from '#ui/display/card-bar.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { NoticeList } from '#ui/notices/notice-list.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { doneStateOf, retryLabel, type DoneState, type Registered } from './done-state.ts';
import { doneWords } from './done-words.ts';
import { detailLines } from '../form/field-details.ts';
import { UPLOAD_KINDS, UPLOAD_LABELS, itemUploadState, type UploadState } from '../capture/upload-state.ts';
import './done.css';

interface DoneProps {
  ownerId: string;
  entryId: string;
  onAnother: () => void;
  onCorrect: () => void;
}

/** The entry while any of it is on its way, its receipt afterwards; undefined while it is being read. */
function useRegistered(ownerId: string, entryId: string): Registered | undefined {
  return useLiveQuery(async () => {
    const [entry, receipt, link, presence] = await Promise.all([
      readEntry(ownerId, entryId),
      readReceipt(ownerId, entryId),
      readLink(),
      readPresence(),
    ]);
    return { entry, receipt, link, gate: presence?.gate ?? 'open' };
  }, [ownerId, entryId]);
}

const Upload = ({ name, state }: { name: string; state: UploadState }) => (
  <li>
    <span>{name}</span>
    <StatusTag kind={UPLOAD_KINDS[state]}>{UPLOAD_LABELS[state]}</StatusTag>
  </li>
);

const uploadOf = (items: readonly ItemView[] | undefined, kind: 'photo' | 'signature'): UploadState => {
  const item = items?.find((candidate) => candidate.kind === kind);
  return item ? itemUploadState(item.state) : 'done';
};

function RefusedNotice({ state, onCorrect }: { state: DoneState; onCorrect: () => void }) {
  if (state.name !== 'refused') return null;
  return (
    <Notice
      className="done-refused"
      kind="error"
      title={state.messages.join(' ')}
      action={state.correctable ? <Button onClick={onCorrect}>Corregir y enviar</Button> : undefined}
    >
      <NoticeList lines={detailLines(state.details)} />
      {doneWords(state).text}
    </Notice>
  );
}

function Actions({ ownerId, entryId, state, onAnother }: DoneProps & { state: DoneState }) {
  const another = useRef<HTMLButtonElement>(null);
  const [retrying, setRetrying] = useState(false);
  const label = retryLabel(state);
  // Enter is the next person: nothing else has to be found first.
  useEffect(() => another.current?.focus(), []);
  const retry = async () => {
    setRetrying(true);
    try {
      await retryNow(ownerId, entryId);
    } finally {
      setRetrying(false);
    }
  };
  return (
    <CardBar>
      {label !== null && (
        <Button loading={retrying} onClick={() => void retry().catch(reportError)}>
          {label}
        </Button>
      )}
      <Button component={Link} to="/pending" variant="subtle">
        Ver pendientes de envío
      </Button>
      <CardBarGap />
      <Button ref={another} variant="filled" onClick={onAnother}>
        Registrar otra evaluación
      </Button>
    </CardBar>
  );
}

/** After the confirmation: what was registered is on this device for good, and one sees it arrive. */
export function Done(props: DoneProps) {
  const { ownerId, entryId } = props;
  const registered = useRegistered(ownerId, entryId);
  const state = doneStateOf(registered);
  const summary = registered?.entry?.summary ?? registered?.receipt?.summary;
  const words = doneWords(state);
  const items = registered?.entry?.items;
  return (
    <>
      <PageHeader title="Registrar paciente" />
      <Card>
        <div className="done" aria-live="polite">
          <span className={`done-mark done-${words.kind}`}>
            <Icon name={words.icon} size={34} />
          </span>
          <div>
            <h2>{words.title}</h2>
            <p>{state.name === 'refused' ? '' : words.text}</p>
          </div>
        </div>
        {summary && (
          <p className="done-person">
            <b>{summary.patientName}</b>
            <span>
              {summary.identificationType} {summary.identificationNumber} · {summary.labels.evaluationType} ·{' '}
              {summary.labels.employerCompany}
            </span>
          </p>
        )}
        <RefusedNotice state={state} onCorrect={props.onCorrect} />
        {registered && (
          <ul className="uploads">
            <Upload name="Fotografía" state={uploadOf(items, 'photo')} />
            <Upload name="Firma" state={uploadOf(items, 'signature')} />
          </ul>
        )}
        <Actions {...props} state={state} />
      </Card>
    </>
  );
}
