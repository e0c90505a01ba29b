import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { NO_QUEUE_NUMBER_TEXT } from '#sync/messages/queue-number-text.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { ActionBar, ActionBarGap } from '#ui/display/cards/card-bar.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { NoticeList } from '#ui/notices/notice-list.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { CorrectButton, PendingLink, RetryButton } from './rarely-shown.tsx';
import { retryLabel, type DeliveryState } from './done-state.ts';
import { createDeliveryMessage, createRejectionMessage } from './done-messages.ts';
import { NEXT_PATIENT_STATE } from './last-confirmed.ts';
import { UploadStates } from './uploads.tsx';
import { useConfirmedRegistration, type ConfirmationView } from './use-registered.ts';
import './done.css';

interface ConfirmedRegistrationProps {
  ownerId: string;
  entryId: string;
  onAnother: () => void;
}

const NO_QUEUE_NUMBER_REASON =
  'Esta tableta todavía no tenía las letras de los turnos de la sede: llama a esta persona por su nombre.';

function DeliveryMessageText({ state }: { state: DeliveryState }) {
  const { kind, icon, title, text } = createDeliveryMessage(state);
  return (
    <div className="done" aria-live="polite">
      <span className={`done-mark done-${kind}`}>
        <Icon name={icon} size={34} />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{state.name !== 'refused' && text}</p>
      </div>
    </div>
  );
}

const PatientLine = ({ kept, turn }: ConfirmationView) =>
  kept && (
    <p className="done-person">
      {turn !== null && <strong className="done-turn">{turn}</strong>}
      <b>{kept.summary.patientName}</b>
      <span>
        {kept.summary.identification_type} {kept.summary.identification_number} ·{' '}
        {kept.summary.labels.evaluationType} · {kept.summary.labels.employerCompany}
      </span>
      {turn === NO_QUEUE_NUMBER_TEXT && <span>{NO_QUEUE_NUMBER_REASON}</span>}
    </p>
  );

function RejectedNotice({ state, entryId }: { state: DeliveryState; entryId: string }) {
  if (state.name !== 'refused') return null;
  const { title, lines, quoted } = createRejectionMessage(state);
  return (
    <Notice
      className="done-refused"
      kind="error"
      title={title}
      action={
        state.correctable ? (
          <Button component={Link} to={`/reception?entry=${entryId}`}>
            Corregir y enviar
          </Button>
        ) : undefined
      }
    >
      <NoticeList lines={lines} />
      {quoted.map((message) => (
        <p key={message}>
          El servidor dice: <q>{message}</q>
        </p>
      ))}
      {createDeliveryMessage(state).text}
    </Notice>
  );
}

type ResultActionsProps = ConfirmedRegistrationProps & Pick<ConfirmationView, 'state' | 'registered'>;

function ResultActions({ ownerId, entryId, state, registered, onAnother }: ResultActionsProps) {
  const navigate = useNavigate();
  const another = useRef<HTMLButtonElement>(null);
  const label = retryLabel(state);
  // Focuses 'Registrar otra evaluación', so that Enter opens the next patient's form.
  useEffect(() => another.current?.focus(), []);
  return (
    <ActionBar>
      {label !== null && <RetryButton ownerId={ownerId} entryId={entryId} label={label} />}
      {registered && <CorrectButton registered={registered} />}
      <ActionBarGap />
      <Button onClick={() => void navigate('/reception')}>Volver</Button>
      <Button
        ref={another}
        variant="filled"
        onClick={() => {
          onAnother();
          void navigate('/reception', { state: NEXT_PATIENT_STATE });
        }}
      >
        Registrar otra evaluación
      </Button>
    </ActionBar>
  );
}

/**
 * Result screen of a registration ('Ver' in the banner): all that the device knows about it, and the progress of its delivery.
 */
export function ConfirmedRegistrationScreen(props: ConfirmedRegistrationProps) {
  const { ownerId, entryId } = props;
  const confirmed = useConfirmedRegistration(ownerId, entryId);
  const { registered, state } = confirmed;
  return (
    <>
      <PageHeader title="Registrar paciente" actions={<PendingLink variant="subtle" />} />
      <Card>
        {confirmed.isGone ? (
          <EmptyState title="Este dispositivo ya no tiene esta evaluación">
            Lo que se envía no se queda aquí para siempre.
          </EmptyState>
        ) : (
          <>
            <DeliveryMessageText state={state} />
            <PatientLine {...confirmed} />
            <RejectedNotice state={state} entryId={entryId} />
            {registered && (
              <div className="done-uploads">
                <UploadStates registered={registered} />
              </div>
            )}
            <ResultActions {...props} state={state} registered={registered} />
          </>
        )}
      </Card>
    </>
  );
}
