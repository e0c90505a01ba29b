import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { fullName } from '#domain/patient/name.ts';
import { StorageNotice } from '#components/storage-notice.tsx';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { focusDocumentField, focusForwardButton, isForwardFocused } from '../form/focus.ts';
import type { LookupNote } from './use-lookup.ts';
import type { WizardIdentity } from './use-identity.ts';

type LookupNoteOf<Name extends LookupNote['name']> = Extract<LookupNote, { name: Name }>;

const LOCAL_LOOKUP_REASON_TEXTS = {
  no_answer: 'No se pudo preguntar al servidor: sin conexión.',
  timeout: 'No se pudo preguntar al servidor: tardó demasiado.',
  portal: CAPTIVE_PORTAL_TEXT,
  session_ended: 'No se pudo preguntar al servidor: tu sesión venció.',
  draft: 'Es lo que había en el borrador.',
};

export const LocalPatientNotice = ({ why }: { why: keyof typeof LOCAL_LOOKUP_REASON_TEXTS }) => (
  <p>{LOCAL_LOOKUP_REASON_TEXTS[why]} Revisa que los datos sigan vigentes.</p>
);

const CONTINUE_TYPING_TEXT = 'Sigue con sus datos.';
const UNREACHED_TEXTS = {
  no_answer: `Sin conexión no podemos buscar a esta persona. ${CONTINUE_TYPING_TEXT}`,
  timeout: `El servidor tarda demasiado en buscar a esta persona. ${CONTINUE_TYPING_TEXT}`,
  portal: `Algo en la red no deja buscar a esta persona. ${CONTINUE_TYPING_TEXT}`,
  session_ended: `Tu sesión venció, y no podemos buscar a esta persona. ${CONTINUE_TYPING_TEXT}`,
};

interface LookupPromptProps {
  identity: WizardIdentity;
  onForward: () => void;
}

/** Moves the focus from 'Siguiente' to the prompt, which appears only after the lookup. */
function useFocusPrompt(): void {
  useEffect(() => {
    if (isForwardFocused()) focusForwardButton();
  }, []);
}

function OtherNamePrompt({
  note,
  identity,
  onForward,
}: LookupPromptProps & { note: LookupNoteOf<'another'> }) {
  const isLinked = identity.linked !== null;
  useFocusPrompt();
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
      {/* A patient without an id is known only to this device. Choosing this patient changes no name, because the server
          compares the names later. */}
      {isLinked && note.patient.id !== null && ' Si es la misma, su nombre cambia.'}
    </Notice>
  );
}

function RenewedDocumentPrompt({ note, identity }: LookupPromptProps & { note: LookupNoteOf<'renewed'> }) {
  useFocusPrompt();
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

const FailedLookupNotice = ({
  note,
  identity,
}: {
  note: LookupNoteOf<'failed'>;
  identity: WizardIdentity;
}) => {
  const retry = () => {
    identity.search();
    focusDocumentField(); // Moves the focus to the document number, because the pressed button disappears during the lookup.
  };
  return (
    <Notice kind="error" action={<Button onClick={retry}>Buscar otra vez</Button>}>
      {note.message}
    </Notice>
  );
};

interface LookupOutcomeProps extends LookupPromptProps {
  note: Exclude<LookupNote, { name: 'none' | 'searching' | 'found' }>;
  /** True if another notice shows that the document was registered today. */
  isToday: boolean;
  /** True if a draft with this document is parked, which another notice offers to open. */
  isWaiting: boolean;
}

const PatientNotFoundNotice = ({
  note,
  isToday,
  isWaiting,
}: Pick<LookupOutcomeProps, 'isToday' | 'isWaiting'> & { note: LookupNoteOf<'absent'> }) => {
  if (isWaiting) return null;
  return note.unasked === null ? (
    <Notice kind="info">No hay un paciente con este documento. Completa sus datos para registrarlo.</Notice>
  ) : (
    <Notice kind="warn" title={isToday ? undefined : 'Este dispositivo no conoce ese documento.'}>
      {LOCAL_LOOKUP_REASON_TEXTS[note.unasked]} Completa los datos; si ya existe, se reconocerá.
    </Notice>
  );
};

export function LookupOutcome({ note, identity, isToday, isWaiting, onForward }: LookupOutcomeProps) {
  switch (note.name) {
    case 'another':
      return <OtherNamePrompt {...{ note, identity, onForward }} />;
    case 'renewed':
      return <RenewedDocumentPrompt {...{ note, identity, onForward }} />;
    case 'absent':
      return <PatientNotFoundNotice {...{ note, isToday, isWaiting }} />;
    case 'unreached':
      return !isToday && !isWaiting ? <Notice kind="info">{UNREACHED_TEXTS[note.cause]}</Notice> : null;
    case 'failed':
      return <FailedLookupNotice {...{ note, identity }} />;
    case 'paused':
      return <Notice kind="warn">{note.message}</Notice>;
    case 'storage':
      return <StorageNotice kind={note.kind} />;
  }
}
