import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { GENDERS, GENDER_LABELS, IDENTIFICATION_LABELS, IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { NO_SURNAME } from '#domain/patient/name.ts';
import type { VisitChoices } from '#domain/registration.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { BirthDateField } from '../form/birth-date-field.tsx';
import { FIELD_LABELS } from '../form/field-details.ts';
import { OccupationField } from '../form/occupation-field.tsx';
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
import { useRegisteredToday } from './use-registered-today.ts';
import { StepNotices } from './notices.tsx';
import './patient-step.css';

const TYPES = IDENTIFICATION_TYPES.map((value) => ({ value, label: IDENTIFICATION_LABELS[value] }));
const GENDER_OPTIONS = [
  { value: '', label: 'Sin indicar' },
  ...GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] })),
];
/** Keeps the browser from storing or changing what is typed (D5). */
const PRIVATE = { autoComplete: 'off', spellCheck: false } as const;
const NAME = { ...PRIVATE, autoCapitalize: 'words', enterKeyHint: 'next' } as const;

type Given = Partial<Record<keyof typeof FIELD_LABELS, string>>;

/** Returns the label of a field; adds a mark while the field has the value read from a card. */
const labelOf = (form: WizardForm, given: Given, field: keyof typeof FIELD_LABELS) =>
  given[field] && given[field] === form.values[field] ? (
    <>
      {FIELD_LABELS[field]}{' '}
      <em className="patient-read">
        leído
        <span className="visually-hidden">
          {given.identificationType === 'PA' ? ' del pasaporte' : ' de la cédula'}
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
  /** Values read from a card, by field. A field is marked while it has this value. */
  given: Given;
  /** Visit of the previous patient. */
  previous: VisitOffer | null;
  /** Opens the parked draft of this document. */
  onBring: (parkedId: string) => void;
  onForward: () => void;
  onVisit: (chosen: VisitChoices) => void;
}

/** Focuses the number on a device with a mouse; on a tablet the focus would open the on-screen keyboard over the page. */
function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (hasMouse() && isFree && field.current?.value === '') field.current.focus({ preventScroll: true });
  }, []);
  return field;
}

function DocumentFields({ form, identity, given }: Pick<PatientStepProps, 'form' | 'identity' | 'given'>) {
  const { note, editDocument, search } = identity;
  const { identificationType } = form.values;
  const first = useFirstFocus();
  return (
    <>
      <NativeSelect
        className="patient-third patient-type"
        label={FIELD_LABELS.identificationType}
        required
        data={TYPES}
        {...form.getInputProps('identificationType')}
        onChange={(event) => editDocument({ identificationType: event.currentTarget.value as 'CC' })}
      />
      <TextInput
        ref={first}
        className="patient-third patient-number"
        label={labelOf(form, given, 'identificationNumber')}
        required
        inputMode={identificationType === 'PA' ? 'text' : 'numeric'}
        autoCapitalize="characters"
        data-lookup
        enterKeyHint="search"
        {...PRIVATE}
        {...form.getInputProps('identificationNumber')}
        onChange={({ currentTarget: { value } }) =>
          editDocument(parsePastedDocument(value) ?? { identificationNumber: value })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation(); // The lookup moves the focus.
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

function PersonFields({
  form,
  given,
  birthDateWarning,
}: Pick<PatientStepProps, 'form' | 'given'> & { birthDateWarning: string | undefined }) {
  const { setFieldValue } = form;
  const onId = useCallback((id: string | null) => setFieldValue('occupationId', id), [setFieldValue]);
  return (
    <>
      <TextInput
        className="patient-quarter"
        label={labelOf(form, given, 'firstName')}
        required
        {...NAME}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        className="patient-quarter"
        label={labelOf(form, given, 'middleName')}
        {...NAME}
        {...form.getInputProps('middleName')}
      />
      <TextInput
        className="patient-quarter"
        label={labelOf(form, given, 'lastName')}
        required
        {...NAME}
        {...form.getInputProps('lastName')}
        // Shown below the error of an empty field, because the patient may have no surname.
        description={form.errors['lastName'] && `Si no tiene, escribe: ${NO_SURNAME}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      <TextInput
        className="patient-quarter"
        label={labelOf(form, given, 'secondLastName')}
        {...NAME}
        {...form.getInputProps('secondLastName')}
      />
      <div className="patient-third patient-phone-wide">
        <BirthDateField
          value={form.values.birthDate}
          label={labelOf(form, given, 'birthDate')}
          error={form.errors['birthDate']}
          warning={birthDateWarning}
          onChange={(day) => setFieldValue('birthDate', day)}
        />
      </div>
      <NativeSelect
        className="patient-quarter patient-phone-wide"
        label={labelOf(form, given, 'gender')}
        data={GENDER_OPTIONS}
        {...form.getInputProps('gender')}
      />
      <div className="patient-job">
        <OccupationField
          name={form.values.occupationName}
          id={form.values.occupationId}
          error={form.errors['occupationName']}
          onName={(name) => form.setFieldValue('occupationName', name)}
          onId={onId}
        />
      </div>
    </>
  );
}

/** Step 'Datos del paciente'. */
export function PatientStep(props: PatientStepProps) {
  const { form, draftKey, identity, given, previous, onBring, onForward, onVisit } = props;
  const { identificationType, identificationNumber } = form.values;
  const warnings = softWarnings(form.values, bogotaToday());
  const before = useRegisteredToday({
    draftKey,
    type: identificationType,
    number: identificationNumber,
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
        {/* The hint reserves the room for a notice, so that the fields below do not move when an automatic lookup finishes. A
            correction starts without a lookup, so it has no hint. */}
        {draftKey.entryId === null && (
          <p className="patient-hint" data-quiet={identificationNumber.trim() !== '' || undefined}>
            Con el número completo, aquí aparece quién es y a qué vino la última vez.
          </p>
        )}
      </div>
      <PersonFields form={form} given={given} birthDateWarning={warnings.birthDate[0]} />
    </div>
  );
}
