import { Button } from '@mantine/core';
import type { VisitChoices } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { ANOTHER_ANSWERS } from '#sync/requests/unreached-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import type { LookupNote } from '../patient/use-lookup.ts';
import type { VisitOffer } from '../visits/visit-offers.ts';
import { FoundNotice, type Waiting } from './found-notice.tsx';

const UNASKED = {
  no_answer: 'No se pudo preguntar al servidor: sin conexión.',
  timeout: 'No se pudo preguntar al servidor: tardó demasiado.',
  portal: ANOTHER_ANSWERS,
  session_ended: 'No se pudo preguntar al servidor: tu sesión venció.',
  draft: 'Es lo que había en el borrador.',
};

const GO_ON = 'Sigue con sus datos.';
/** One line, for whoever did not ask. */
const UNREACHED = {
  no_answer: `Sin conexión no podemos buscar a esta persona. ${GO_ON}`,
  timeout: `El servidor tarda demasiado en buscar a esta persona. ${GO_ON}`,
  portal: `Algo en la red no deja buscar a esta persona. ${GO_ON}`,
  session_ended: `Tu sesión venció, y no podemos buscar a esta persona. ${GO_ON}`,
};

interface LookupNoticeProps {
  previous: VisitOffer | null;
  note: LookupNote;
  /** The form was filled from whom it is about. */
  linked: boolean;
  /** Words about the document's registration of today: with who was found, else in a notice of their own. */
  today: string | null;
  /** Whoever of this document waits: with who was found, else in a notice of their own. */
  waiting: Waiting | null;
  onRetry: () => void;
  onAnswer: () => void;
  /** Takes over what a visit was for. */
  onVisit: (chosen: VisitChoices) => void;
}

/** One line for each answer of the lookup; what the device answered by itself is said to be that. */
export function LookupNotice(props: LookupNoticeProps) {
  const { previous, note, linked, today, waiting, onRetry, onAnswer, onVisit } = props;
  switch (note.name) {
    case 'none':
    case 'searching':
      return null;
    case 'found':
      return (
        <FoundNotice
          patient={note.patient}
          previous={previous}
          unasked={note.unasked === null ? '' : UNASKED[note.unasked]}
          today={today}
          waiting={waiting}
          onVisit={onVisit}
        />
      );
    case 'another':
      return (
        <Notice
          kind="warn"
          title={`Este documento es de ${fullName(note.patient)}.`}
          action={
            <Button data-step-forward onClick={onAnswer}>
              {linked ? 'Es la misma persona' : 'Usar los datos encontrados'}
            </Button>
          }
        >
          Si es otra persona, corrige el número.
          {/* Whom only this device knows the provider judges by the names. */}
          {linked && note.patient.id !== null && ' Si es la misma, su nombre cambia.'}
        </Notice>
      );
    case 'absent':
      if (waiting) return null; // Their own data are there, and one tap away.
      return note.unasked === null ? (
        <Notice kind="info">
          No hay un paciente con este documento. Completa sus datos para registrarlo.
        </Notice>
      ) : (
        <Notice kind="warn" title={today !== null ? undefined : 'Este dispositivo no conoce ese documento.'}>
          {UNASKED[note.unasked]} Completa los datos; si ya existe, se reconocerá.
        </Notice>
      );
    case 'unreached':
      return today === null && !waiting ? <Notice kind="info">{UNREACHED[note.cause]}</Notice> : null;
    case 'failed':
      return (
        <Notice kind="error" action={<Button onClick={onRetry}>Buscar otra vez</Button>}>
          {note.message}
        </Notice>
      );
    case 'paused':
      return <Notice kind="warn">{note.message}</Notice>;
    case 'storage':
      return <StorageNotice kind={note.kind} />;
  }
}
