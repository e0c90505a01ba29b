import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { fullName } from '#domain/patient/name.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { focusDocument, focusForwardButton, isForwardFocused } from '../form/focus.ts';
import type { LookupNote } from './use-lookup.ts';
import type { WizardIdentity } from './use-identity.ts';

type NoteOf<Name extends LookupNote['name']> = Extract<LookupNote, { name: Name }>;

/** Reasons why the patient's data come from the device. */
const UNASKED = {
  no_answer: 'No se pudo preguntar al servidor: sin conexión.',
  timeout: 'No se pudo preguntar al servidor: tardó demasiado.',
  portal: CAPTIVE_PORTAL_TEXT,
  session_ended: 'No se pudo preguntar al servidor: tu sesión venció.',
  draft: 'Es lo que había en el borrador.',
};

/** Line below a found patient from the device. */
export const FromDeviceNotice = ({ why }: { why: keyof typeof UNASKED }) => (
  <p>{UNASKED[why]} Revisa que los datos sigan vigentes.</p>
);

const GO_ON = 'Sigue con sus datos.';
/** Texts of one line for a lookup that the user did not request. */
const UNREACHED = {
  no_answer: `Sin conexión no podemos buscar a esta persona. ${GO_ON}`,
  timeout: `El servidor tarda demasiado en buscar a esta persona. ${GO_ON}`,
  portal: `Algo en la red no deja buscar a esta persona. ${GO_ON}`,
  session_ended: `Tu sesión venció, y no podemos buscar a esta persona. ${GO_ON}`,
};

interface DoubtProps {
  identity: WizardIdentity;
  onForward: () => void;
}

/** The prompt loads late, while 'Siguiente' has the focus: moves the focus to the prompt. */
function useFocusOfQuestion(): void {
  useEffect(() => {
    if (isForwardFocused()) focusForwardButton();
  }, []);
}

function Another({ note, identity, onForward }: DoubtProps & { note: NoteOf<'another'> }) {
  const isLinked = identity.linked !== null;
  useFocusOfQuestion();
  return (
    <Notice
      kind="warn"
      title={`Este documento es de ${fullName(note.patient)}.`}
      action={
        <Button data-step-forward onClick={() => identity.resolveConflict(onForward)}>
          {isLinked ? 'Es la misma persona' : 'Usar los datos encontrados'}
        </Button>
      }
    >
      Si es otra persona, corrige el número.
      {/* A patient without an id is known only to this device; the server compares the names later. */}
      {isLinked && note.patient.id !== null && ' Si es la misma, su nombre cambia.'}
    </Notice>
  );
}

function Renewed({ note, identity }: DoubtProps & { note: NoteOf<'renewed'> }) {
  useFocusOfQuestion();
  return (
    <Notice
      kind="warn"
      title={`Este número es de ${fullName(note.patient)}, con tarjeta de identidad.`}
      action={
        <>
          <Button data-step-forward onClick={identity.acceptRenewal}>
            Era TI, ahora es CC
          </Button>
          <Button onClick={identity.refuseRenewal}>Es otra persona</Button>
        </>
      }
    >
      Si es la misma persona, su documento pasa a ser la cédula. Si no, revisa el número.
    </Notice>
  );
}

const Failed = ({ note, identity }: { note: NoteOf<'failed'>; identity: WizardIdentity }) => {
  const retry = () => {
    identity.search();
    focusDocument(); // The pressed button is removed during the lookup.
  };
  return (
    <Notice kind="error" action={<Button onClick={retry}>Buscar otra vez</Button>}>
      {note.message}
    </Notice>
  );
};

interface LookupOutcomeProps extends DoubtProps {
  note: Exclude<LookupNote, { name: 'none' | 'searching' | 'found' }>;
  /** Another notice shows that the document was registered today. */
  isToday: boolean;
  /** True if a draft with this document is parked; another notice then offers to open it. */
  isWaiting: boolean;
}

const Absent = ({
  note,
  isToday,
  isWaiting,
}: Pick<LookupOutcomeProps, 'isToday' | 'isWaiting'> & { note: NoteOf<'absent'> }) => {
  if (isWaiting) return null;
  return note.unasked === null ? (
    <Notice kind="info">No hay un paciente con este documento. Completa sus datos para registrarlo.</Notice>
  ) : (
    <Notice kind="warn" title={isToday ? undefined : 'Este dispositivo no conoce ese documento.'}>
      {UNASKED[note.unasked]} Completa los datos; si ya existe, se reconocerá.
    </Notice>
  );
};

/** Notice of a lookup that found no patient, or a patient who requires a decision of the user. */
export function LookupOutcome({ note, identity, isToday, isWaiting, onForward }: LookupOutcomeProps) {
  switch (note.name) {
    case 'another':
      return <Another {...{ note, identity, onForward }} />;
    case 'renewed':
      return <Renewed {...{ note, identity, onForward }} />;
    case 'absent':
      return <Absent {...{ note, isToday, isWaiting }} />;
    case 'unreached':
      return !isToday && !isWaiting ? <Notice kind="info">{UNREACHED[note.cause]}</Notice> : null;
    case 'failed':
      return <Failed {...{ note, identity }} />;
    case 'paused':
      return <Notice kind="warn">{note.message}</Notice>;
    case 'storage':
      return <StorageNotice kind={note.kind} />;
  }
}
