import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { Icon } from '#ui/display/icon.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { DOCUMENT_TYPE_OPTIONS, FIELD_LABELS } from '../form/field-details.ts';
import { PRIVATE_INPUT_PROPS } from '../form/no-autofill.ts';
import { bogotaToday } from '../form/dates/bogota-day.ts';
import { hasMouse } from '#ui/hooks/has-mouse.ts';
import { parsePastedDocument, softWarnings } from '../form/soft-warnings.ts';
import { useLookupAfterReconnect } from '../patient/use-lookup-after-reconnect.ts';
import { MIN_LOOKUP_NUMBER_LENGTH, useParkedDraftOf } from '../patient/use-parked-draft-of.ts';
import { LookupNotice, type OtherRegistration } from './found-notice.tsx';
import type { WizardForm } from '../form/step-props.ts';
import type { UsualChoiceLists } from '../visits/use-usual.ts';
import type { WizardState } from './use-wizard.ts';
import { describeEarlierRegistration } from './today-text.ts';
import { StepNotices } from './notices.tsx';
import { PersonFields } from '../form/person-fields.tsx';
import './patient-step.css';

const AnnouncedNotice = lazyComponent(() => import('../announced/announced-notice.tsx'), 'AnnouncedNotice');

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
  wizard: WizardState;
  /** Values from a card. A field is marked while it has this value. */
  given: ValuesByField;
  /** Usual choices; undefined while they are being read from the device. */
  usual: UsualChoiceLists | undefined;
  onBring: (parkedId: string) => void;
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

function DocumentFields({ wizard: { form, identity }, given }: Pick<PatientStepProps, 'wizard' | 'given'>) {
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

/**
 * Returns the patient's registration that is unsent or was made today, with a link to it, as soon as the document is typed;
 * null if there is none.
 */
function useEarlierRegistration({ ownerId, entryId, form, identity }: WizardState): OtherRegistration | null {
  const { identification_type, identification_number } = form.values;
  const { linked } = identity;
  const typed = usePausedValue(identification_number.trim(), SEARCH_DEBOUNCE_MS.filter);
  const found = useLiveQuery(async () => {
    if (typed.length < MIN_LOOKUP_NUMBER_LENGTH) return null;
    const document = { identification_type, identification_number: typed };
    return describeEarlierRegistration({ ownerId, entryId }, document, linked);
  }, [ownerId, entryId, identification_type, typed, linked]);
  if (!found) return null;
  const link = found.to !== null && (
    <Button component={Link} to={found.to}>
      {found.label}
    </Button>
  );
  return { text: found.text, open: link || undefined };
}

export function PatientStep({ wizard, given, usual, onBring }: PatientStepProps) {
  const { form, identity } = wizard;
  const isNew = wizard.entryId === null;
  const warnings = softWarnings(form.values, bogotaToday());
  const today = useEarlierRegistration(wizard);
  const [isAnnounced, setAnnounced] = useState(false);
  useLookupAfterReconnect(identity.lookUpAgain);
  const parked = useParkedDraftOf(wizard, form.values);
  const waiting = parked && {
    text: parked.text,
    open: <Button onClick={() => onBring(parked.id)}>Traer</Button>,
  };
  // The notice of a found patient already contains the parked draft and today's registration.
  const other = identity.note.name === 'found' ? null : (waiting ?? today);
  return (
    <div className="patient-fields">
      <DocumentFields wizard={wizard} given={given} />
      <div className={`patient-whole ${isNew ? 'patient-said' : ''}`}>
        <StepNotices>
          {isNew && wizard.hasExpected && (
            <AnnouncedNotice target={wizard} isToday={today !== null} onOffer={setAnnounced} />
          )}
          <LookupNotice {...{ wizard, usual, today, waiting, isAnnounced }} />
          {identity.restore && (
            <Notice kind="info" action={<Button onClick={identity.restore}>Deshacer</Button>}>
              Se vaciaron los datos de la persona.
            </Notice>
          )}
          {other && (
            <Notice kind="warn" title={other.text} action={other.open}>
              {waiting ? today?.text : undefined}
            </Notice>
          )}
          {warnings.document.map((warning) => (
            <Notice key={warning} kind="warn">
              {warning}
            </Notice>
          ))}
        </StepNotices>
        {/* The hint reserves the height of a notice, so that the fields do not move when an automatic lookup finishes. A
            correction has no hint, because it starts no lookup. */}
        {isNew && (
          <p
            className="patient-hint"
            data-quiet={form.values.identification_number.trim() !== '' || undefined}
          >
            Con el número completo verás quién es y a qué vino la última vez.
          </p>
        )}
      </div>
      <PersonFields
        form={form}
        labelOf={(field) => renderFieldLabel(form, given, field)}
        birthDateWarning={warnings.birth_date[0]}
      />
      {wizard.additional?.inputs(form, 0)}
    </div>
  );
}
