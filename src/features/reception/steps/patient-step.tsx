import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { IDENTIFICATION_LABELS, IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import type { RegistrationChoices } from '#domain/registration.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { FIELD_LABELS } from '../form/field-details.ts';
import { PRIVATE_INPUT_PROPS } from '../form/no-autofill.ts';
import { bogotaToday } from '../form/bogota-day.ts';
import { hasMouse } from '../form/focus.ts';
import { parsePastedDocument, softWarnings } from '../form/soft-warnings.ts';
import type { DraftKey } from '../draft/draft-channel.ts';
import type { WizardIdentity } from '../patient/use-identity.ts';
import { useLookupAfterReconnect } from '../patient/use-lookup-after-reconnect.ts';
import { useParkedDraftOf } from '../patient/use-parked-draft-of.ts';
import { LookupNotice } from './lookup-notice.tsx';
import type { WizardForm } from '../form/step-props.ts';
import type { VisitOffer } from '../visits/visit-offers.ts';
import { useEarlierRegistration } from './use-registered-today.ts';
import { StepNotices } from './notices.tsx';
import { PersonFields } from '../form/person-fields.tsx';
import './patient-step.css';

const DOCUMENT_TYPE_OPTIONS = IDENTIFICATION_TYPES.map((value) => ({
  value,
  label: IDENTIFICATION_LABELS[value],
}));
type ValuesByField = Partial<Record<keyof typeof FIELD_LABELS, string>>;

/** Returns the label of a field, with a mark while the field has the value from a card. */
const renderFieldLabel = (form: WizardForm, given: ValuesByField, field: keyof typeof FIELD_LABELS) =>
  given[field] && given[field] === form.values[field] ? (
    <>
      {FIELD_LABELS[field]}{' '}
      <em className="patient-read">
        leído
        <span className="visually-hidden">
          {given.identification_type === 'PA' ? ' del pasaporte' : ' de la cédula'}
        </span>
      </em>
    </>
  ) : (
    FIELD_LABELS[field]
  );

interface PatientStepProps {
  form: WizardForm;
  draftKey: DraftKey;
  identity: WizardIdentity;
  /** Values from a card. A field is marked while it has this value. */
  given: ValuesByField;
  previous: VisitOffer | null;
  onBring: (parkedId: string) => void;
  onForward: () => void;
  onVisit: (chosen: RegistrationChoices) => void;
  /** Inputs of the clinic's own fields. */
  additional: ReactNode;
}

/** Focuses the number on a device with a mouse. On a tablet this would open the on-screen keyboard over the page. */
function useInitialFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (hasMouse() && isFree && field.current?.value === '') field.current.focus({ preventScroll: true });
  }, []);
  return field;
}

function DocumentFields({ form, identity, given }: Pick<PatientStepProps, 'form' | 'identity' | 'given'>) {
  const { note, editDocument, search } = identity;
  const { identification_type } = form.values;
  const first = useInitialFocus();
  return (
    <>
      <NativeSelect
        className="patient-third patient-type"
        label={FIELD_LABELS.identification_type}
        required
        data={DOCUMENT_TYPE_OPTIONS}
        {...form.getInputProps('identification_type')}
        onChange={(event) => editDocument({ identification_type: event.currentTarget.value as 'CC' })}
      />
      <TextInput
        ref={first}
        className="patient-third patient-number"
        label={renderFieldLabel(form, given, 'identification_number')}
        required
        inputMode={identification_type === 'PA' ? 'text' : 'numeric'}
        autoCapitalize="characters"
        data-lookup
        enterKeyHint="search"
        {...PRIVATE_INPUT_PROPS}
        {...form.getInputProps('identification_number')}
        onChange={({ currentTarget: { value } }) =>
          editDocument(parsePastedDocument(value) ?? { identification_number: value })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation(); // Enter must not move the focus, because the lookup does.
          search();
        }}
      />
      <Button
        className="patient-third patient-search"
        data-lookup
        leftSection={<Icon name="search" />}
        loading={note.name === 'searching'}
        onClick={search}
      >
        Buscar paciente
      </Button>
    </>
  );
}

export function PatientStep(props: PatientStepProps) {
  const { form, draftKey, identity, given, previous, onBring, onForward, onVisit, additional } = props;
  const { identification_type, identification_number } = form.values;
  const warnings = softWarnings(form.values, bogotaToday());
  const before = useEarlierRegistration({
    draftKey,
    type: identification_type,
    number: identification_number,
    linked: identity.linked,
  });
  const today = before && {
    text: before.text,
    see: before.to !== null && (
      <Button component={Link} to={before.to}>
        {before.label}
      </Button>
    ),
  };
  useLookupAfterReconnect(identity.lookUpAgain);
  const parked = useParkedDraftOf(draftKey, form.values);
  const waiting = parked && {
    text: parked.text,
    bring: <Button onClick={() => onBring(parked.id)}>Traer</Button>,
  };
  const isFound = identity.note.name === 'found';
  return (
    <div className="patient-fields">
      <DocumentFields form={form} identity={identity} given={given} />
      <div className={`patient-whole ${draftKey.entryId === null ? 'patient-said' : ''}`}>
        <StepNotices>
          <LookupNotice
            previous={previous}
            identity={identity}
            today={today}
            waiting={waiting}
            onForward={onForward}
            onVisit={onVisit}
          />
          {identity.restore && (
            <Notice kind="info" action={<Button onClick={identity.restore}>Deshacer</Button>}>
              Se vaciaron los datos de la persona.
            </Notice>
          )}
          {waiting && !isFound && (
            <Notice kind="warn" title={waiting.text} action={waiting.bring}>
              {today?.text}
            </Notice>
          )}
          {today && !waiting && !isFound && (
            <Notice kind="warn" title={today.text} action={today.see || undefined} />
          )}
          {warnings.document.map((warning) => (
            <Notice key={warning} kind="warn">
              {warning}
            </Notice>
          ))}
        </StepNotices>
        {/* The hint reserves the height of a notice, so that the fields do not move when an automatic lookup finishes. A
            correction has no hint, because it starts no lookup. */}
        {draftKey.entryId === null && (
          <p className="patient-hint" data-quiet={identification_number.trim() !== '' || undefined}>
            Con el número completo verás quién es y a qué vino la última vez.
          </p>
        )}
      </div>
      <PersonFields
        form={form}
        labelOf={(field) => renderFieldLabel(form, given, field)}
        birthDateWarning={warnings.birth_date[0]}
      />
      {additional}
    </div>
  );
}
