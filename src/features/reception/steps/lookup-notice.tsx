import { Button } from '@mantine/core';
import type { KnownPatient } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { dayOf } from '#domain/time/words.ts';
import { ANOTHER_ANSWERS } from '#sync/requests/unreached-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import type { LookupNote } from '../patient/use-lookup.ts';

const UNASKED = {
  no_answer: 'No se pudo preguntar al servidor: sin conexión.',
  timeout: 'No se pudo preguntar al servidor: tardó demasiado.',
  portal: ANOTHER_ANSWERS,
  session_ended: 'No se pudo preguntar al servidor: tu sesión venció.',
};

function foundText(patient: KnownPatient): string {
  const last = patient.last_evaluation;
  const visit = last
    ? ` · última evaluación ${dayOf(Date.parse(last.started_at))}, ${last.evaluation_type_name}`
    : ' · sin evaluaciones en tu sede';
  return fullName(patient) + visit;
}

interface LookupNoticeProps {
  note: LookupNote;
  /** The form was filled from whom it is about. */
  linked: boolean;
  onRetry: () => void;
  onAnswer: () => void;
}

/** One line for each answer of the lookup; what the device answered by itself is said to be that. */
export function LookupNotice({ note, linked, onRetry, onAnswer }: LookupNoticeProps) {
  switch (note.name) {
    case 'none':
    case 'searching':
      return null;
    case 'found':
      return note.unasked === null ? (
        <Notice kind="ok">
          <strong>Paciente encontrado: {foundText(note.patient)}</strong>
        </Notice>
      ) : (
        <Notice kind="info" title={`Paciente encontrado en este dispositivo: ${foundText(note.patient)}`}>
          {UNASKED[note.unasked]} Revisa que los datos sigan vigentes.
        </Notice>
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
      return note.unasked === null ? (
        <Notice kind="info">
          No hay un paciente con este documento. Completa sus datos para registrarlo.
        </Notice>
      ) : (
        <Notice kind="warn" title="Este dispositivo no conoce ese documento.">
          {UNASKED[note.unasked]} Completa los datos; si ya existe, se reconocerá.
        </Notice>
      );
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
