import { Button } from '@mantine/core';
import { useEffect, type ComponentProps, type ReactNode } from 'react';
import type { PatientField } from '#contract/records/evaluation/patient-fields.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import type { LocalPatient } from '#domain/registration.ts';
import { fullName } from '#domain/patient/name.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { focusDocumentField, focusForwardButton, isForwardButtonFocused } from '../form/focus.ts';
import { FIELD_LABELS } from '../form/field-details.ts';
import type { WizardForm } from '../form/step-props.ts';
import type { LookupNote } from './use-lookup.ts';
import type { WizardIdentity } from './use-identity.ts';
import './lookup-outcome.css';

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

interface KeptValuesProps {
  fields: readonly PatientField[];
  patient: LocalPatient;
  form: WizardForm;
  onTakeStored: () => void;
}

/** States both values of each field in which the form kept the user's value, and offers the stored ones. */
export const KeptValues = ({ fields, patient, form, onTakeStored }: KeptValuesProps) => (
  <>
    {fields.map((field) => (
      <p key={field}>
        {FIELD_LABELS[field]}: {patientFieldText(field, form.values[field])} en el formulario,{' '}
        {patientFieldText(field, patient[field])} en el registro.
      </p>
    ))}
    <Button onClick={onTakeStored}>Usar lo registrado</Button>
  </>
);

const UNREACHED_TEXTS = {
  no_answer: 'Sin conexión no podemos buscar a esta persona.',
  timeout: 'El servidor tarda demasiado en buscar a esta persona.',
  portal: 'Algo en la red no deja buscar a esta persona.',
  session_ended: 'Tu sesión venció, y no podemos buscar a esta persona.',
};

/** Warning that the user must decide about. Moves the focus here from 'Siguiente', because it appears only after the lookup. */
function LookupPrompt(props: Omit<ComponentProps<typeof Notice>, 'kind'>) {
  useEffect(() => {
    if (isForwardButtonFocused()) focusForwardButton();
  }, []);
  return <Notice kind="warn" {...props} />;
}

interface LookupOutcomeProps {
  note: Exclude<LookupNote, { name: 'none' | 'searching' | 'found' }>;
  identity: WizardIdentity;
  /** True if another notice shows that the document was registered today. */
  isToday: boolean;
  /** True if another notice offers a parked draft with this document, or an announcement of the person. */
  isWaiting: boolean;
  /** Offers of usual visits for a new patient; null without any. */
  visits: ReactNode;
  onForward: () => void;
}

export function LookupOutcome({ note, identity, isToday, isWaiting, visits, onForward }: LookupOutcomeProps) {
  const isLinked = identity.linked !== null;
  const searchAgain = () => {
    identity.search();
    focusDocumentField(); // Moves the focus to the document number, because the pressed button disappears during the lookup.
  };
  switch (note.name) {
    case 'another':
      return (
        <LookupPrompt
          key="another"
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
        </LookupPrompt>
      );
    case 'renewed':
      return (
        <LookupPrompt
          key="renewed"
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
        </LookupPrompt>
      );
    case 'absent':
      if (isWaiting) return null;
      return note.unasked === null ? (
        <Notice
          kind="info"
          className="lookup-unknown"
          action={visits ? <div className="lookup-visits">{visits}</div> : undefined}
        >
          No hay un paciente con este documento. Completa sus datos para registrarlo.
        </Notice>
      ) : (
        <Notice kind="warn" title={isToday ? undefined : 'Este dispositivo no conoce ese documento.'}>
          {LOCAL_LOOKUP_REASON_TEXTS[note.unasked]} Completa los datos; si ya existe, se reconocerá.
        </Notice>
      );
    case 'unreached':
      if (isToday || isWaiting) return null;
      return <Notice kind="info">{UNREACHED_TEXTS[note.cause]} Sigue con sus datos.</Notice>;
    case 'failed':
      return (
        <Notice kind="error" action={<Button onClick={searchAgain}>Buscar otra vez</Button>}>
          {note.message}
        </Notice>
      );
    case 'paused':
      return <Notice kind="warn">{note.message}</Notice>;
    case 'storage':
      return <StorageNotice kind={note.kind} />;
  }
}
