import { Button, NativeSelect, TextInput } from '@mantine/core';
import { ADDITIONAL_VALUE_MAX_LENGTH } from '#contract/limits.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import { setAdditionalValue } from '#domain/additional/values.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { foldText, containsAllTerms, searchTerms } from '#domain/text/fold.ts';
import type { CachedAdditionalField } from '#storage/cache/additional-fields.ts';
import { isAdditionalFieldsNoticeDue } from '#storage/database/additional-fields-support.ts';
import { createDelayedQuery } from '#storage/database/live/settled-query.ts';
import { dismissAdditionalFieldsNotice } from '#sync/changes/on-device-aside.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { normalizeTypedDate, formatDateWhileTyping } from '../form/dates/birth-date.ts';
import { focusNextField } from '../form/enter.ts';
import { PRIVATE_INPUT_PROPS } from '../form/no-autofill.ts';
import type { WizardForm } from '../form/step-props.ts';
import {
  additionalErrorKeyOf,
  additionalFieldErrors,
  additionalTextInForm,
  fieldsOfStep,
  formatAdditionalValues,
  toAdditionalValue,
  type FieldStep,
} from './step-fields.ts';
import { loadFieldsByForm } from './fields-by-form.ts';
import { formatDecimalComma, normaliseTypedNumber } from './number-text.ts';
import './part.css';

/** Largest number of options in an open list; the user types to find the others. */
const MAX_SHOWN_OPTIONS = 100;

const YES_NO_OPTIONS = [
  { value: '', label: 'Sin indicar' },
  ...['yes', 'no'].map((value) => ({ value, label: additionalValueText('yes_no', value) })),
];

const toSearchSelectRow = (option: string) => ({ id: option, name: option, aside: '' });

interface AdditionalInputProps {
  readonly form: WizardForm;
  readonly step: FieldStep;
  readonly field: CachedAdditionalField;
}

function AdditionalInput({ form, step, field }: AdditionalInputProps) {
  const { name, choices } = field;
  const path = additionalErrorKeyOf(step, field.id);
  const value = additionalTextInForm(form.values, field);
  const change = (next: string) => {
    const list = field.subject === 'patient' ? 'patient_additional' : 'visit_additional';
    form.setFieldValue(list, setAdditionalValue(form.getValues()[list], toAdditionalValue(field, next)));
    form.clearFieldError(path);
  };
  /** Returns a handler that stores what `read` makes of the text in the input. */
  const storing =
    (read: (typed: string) => string) =>
    ({ currentTarget }: { currentTarget: { value: string } }) =>
      change(read(currentTarget.value));
  const common = {
    label: name,
    required: field.is_required,
    error: form.errors[path],
    'data-path': path,
    value,
  } as const;
  const text = { ...common, ...PRIVATE_INPUT_PROPS };
  switch (field.kind) {
    case 'text':
      return (
        <TextInput {...text} maxLength={ADDITIONAL_VALUE_MAX_LENGTH} onChange={storing((typed) => typed)} />
      );
    case 'number':
      return (
        <TextInput
          {...text}
          inputMode="decimal"
          value={formatDecimalComma(value)}
          onChange={storing(normaliseTypedNumber)}
        />
      );
    case 'date':
      return (
        <TextInput
          {...text}
          placeholder="AAAA-MM-DD"
          inputMode="numeric"
          onChange={storing((typed) => formatDateWhileTyping(value, typed))}
          onBlur={() => {
            const settled = normalizeTypedDate(value);
            if (settled !== value) change(settled);
          }}
        />
      );
    case 'yes_no':
      return <NativeSelect {...common} data={YES_NO_OPTIONS} onChange={storing((typed) => typed)} />;
    case 'choice':
      return (
        <SearchSelect
          {...common}
          source={path}
          search={(query) => {
            const terms = searchTerms(query);
            const found = choices.filter((option) => containsAllTerms(foldText(option), terms));
            return Promise.resolve(found.slice(0, MAX_SHOWN_OPTIONS).map(toSearchSelectRow));
          }}
          // A known value may no longer be in the list; the field still shows it.
          find={(option) => Promise.resolve(toSearchSelectRow(option))}
          fits={(row, query) => containsAllTerms(foldText(row.name), searchTerms(query))}
          placeholder="Escribe o elige"
          clearLabel={`Quitar ${name}`}
          onChange={change}
          onEntered={(input) => input === document.activeElement && focusNextField(input)}
        />
      );
  }
}

interface AdditionalInputsProps extends Omit<AdditionalInputProps, 'field'> {
  readonly fields: readonly CachedAdditionalField[];
}

/** Inputs of the clinic's own fields that a step asks for; nothing if it asks for none. */
function AdditionalInputs({ form, fields, step }: AdditionalInputsProps) {
  const ofStep = fieldsOfStep(fields, form.values, step);
  if (ofStep.length === 0) return null;
  return (
    <section className="additional">
      <h3>Datos adicionales</h3>
      <div className="additional-fields">
        {ofStep.map((field) => (
          <AdditionalInput key={field.id} {...{ form, step, field }} />
        ))}
      </div>
    </section>
  );
}

/** Tells the user once that a server lacks the clinic's own fields, which this device had shown before. */
const UnsupportedFieldsNotice = () => (
  <Notice
    kind="info"
    className="additional-not-offered"
    title="Este servidor no recibe los campos adicionales."
    action={
      <Button onClick={() => void dismissAdditionalFieldsNotice().catch(reportError)}>Entendido</Button>
    }
  >
    Lo demás se registra igual.
  </Notice>
);

/** Code and definitions of the clinic's own fields, loaded only for clinics that have such fields. */
export type AdditionalFieldsModule = Awaited<ReturnType<typeof loadAdditionalFieldsModule>>;

export async function loadAdditionalFieldsModule() {
  const [fieldsOf, isNoticeDue] = await Promise.all([loadFieldsByForm(), isAdditionalFieldsNoticeDue()]);
  return {
    inputs: (form: WizardForm, step: FieldStep) => (
      <>
        {isNoticeDue && step === 0 && <UnsupportedFieldsNotice />}
        <AdditionalInputs form={form} fields={fieldsOf(form.values)} step={step} />
      </>
    ),
    /** Returns the errors that keep the user in a step, by the key of the field. */
    errors: (form: RegistrationForm, step: FieldStep) => additionalFieldErrors(fieldsOf(form), form, step),
    /** Returns the additional values that the summary of a registration shows: those about the patient, or about the visit. */
    facts: (form: RegistrationForm, about: 'patient' | 'visit') =>
      formatAdditionalValues(fieldsOf(form), form, about),
  };
}

/** Passes the fields to `onPart`, and again after each change on the device. Returns an unsubscribe function. */
export function observeAdditionalFieldsModule(onPart: (part: AdditionalFieldsModule) => void): () => void {
  const subscription = createDelayedQuery(
    ['catalogs', 'device', 'cache'],
    loadAdditionalFieldsModule,
  ).subscribe(onPart);
  return () => subscription.unsubscribe();
}
