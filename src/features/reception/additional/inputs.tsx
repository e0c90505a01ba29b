import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ADDITIONAL_VALUE_MAX_LENGTH } from '#contract/limits.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import { setAdditionalValue } from '#domain/additional/values.ts';
import { foldText, containsAllWords, searchTerms } from '#domain/text/fold.ts';
import type { CachedAdditionalField } from '#storage/cache/additional-fields.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { normalizeTypedDate, formatDateWhileTyping } from '../form/birth-date.ts';
import { focusNextField } from '../form/enter.ts';
import { PRIVATE_INPUT_PROPS } from '../form/no-autofill.ts';
import type { WizardForm } from '../form/step-props.ts';
import { additionalErrorKeyOf, fieldsOfStep, additionalTextInForm, type FieldStep } from './asked.ts';
import { formatDecimalComma, parseTypedNumber } from './number-text.ts';
import './inputs.css';

interface AdditionalInputProps {
  readonly field: CachedAdditionalField;
  readonly value: string;
  readonly error: ReactNode;
  readonly path: string;
  readonly onChange: (value: string) => void;
}

/** Largest number of options in an open list; the user types to find the others. */
const MAX_SHOWN_OPTIONS = 100;

const YES_NO_OPTIONS = [
  { value: '', label: 'Sin indicar' },
  ...['yes', 'no'].map((value) => ({ value, label: additionalValueText('yes_no', value) })),
];

const toSearchSelectRow = (option: string) => ({ id: option, name: option, aside: '' });

function ChoiceInput({
  field: { name, choices, is_required },
  value,
  error,
  path,
  onChange,
}: AdditionalInputProps) {
  return (
    <SearchSelect
      label={name}
      required={is_required}
      source={path}
      search={(query) => {
        const terms = searchTerms(query);
        const found = choices.filter((option) => containsAllWords(foldText(option), terms));
        return Promise.resolve(found.slice(0, MAX_SHOWN_OPTIONS).map(toSearchSelectRow));
      }}
      // A known value may no longer be in the list; the field still shows it.
      find={(option) => Promise.resolve(toSearchSelectRow(option))}
      fits={(row, query) => containsAllWords(foldText(row.name), searchTerms(query))}
      placeholder="Escribe o elige"
      clearLabel={`Quitar ${name}`}
      value={value}
      error={error}
      onChange={onChange}
      onEntered={(input) => input === document.activeElement && focusNextField(input)}
      data-path={path}
    />
  );
}

function AdditionalInput(props: AdditionalInputProps) {
  const { field, value, error, path, onChange } = props;
  const common = { label: field.name, required: field.is_required, error, 'data-path': path } as const;
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          {...PRIVATE_INPUT_PROPS}
          maxLength={ADDITIONAL_VALUE_MAX_LENGTH}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <TextInput
          {...common}
          {...PRIVATE_INPUT_PROPS}
          inputMode="decimal"
          value={formatDecimalComma(value)}
          onChange={(event) => onChange(parseTypedNumber(event.currentTarget.value))}
        />
      );
    case 'date':
      return (
        <TextInput
          {...common}
          {...PRIVATE_INPUT_PROPS}
          placeholder="AAAA-MM-DD"
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(formatDateWhileTyping(value, event.currentTarget.value))}
          onBlur={() => {
            const settled = normalizeTypedDate(value);
            if (settled !== value) onChange(settled);
          }}
        />
      );
    case 'yes_no':
      return (
        <NativeSelect
          {...common}
          data={YES_NO_OPTIONS}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'choice':
      return <ChoiceInput {...props} />;
  }
}

interface AdditionalInputsProps {
  readonly form: WizardForm;
  readonly fields: readonly CachedAdditionalField[];
  readonly step: FieldStep;
}

/** Inputs of the clinic's own fields that a step asks for; nothing if it asks for none. */
export function AdditionalInputs({ form, fields, step }: AdditionalInputsProps) {
  const asked = fieldsOfStep(fields, form.values, step);
  if (asked.length === 0) return null;
  const change = ({ id, name, subject, kind }: CachedAdditionalField, value: string) => {
    const list = subject === 'patient' ? 'patient_additional' : 'visit_additional';
    const changed = { field_id: id, name, subject, kind, value };
    form.setFieldValue(list, setAdditionalValue(form.getValues()[list], changed));
    form.clearFieldError(additionalErrorKeyOf(step, id));
  };
  return (
    <section className="additional">
      <h3>Datos adicionales</h3>
      <div className="additional-fields">
        {asked.map((field) => (
          <AdditionalInput
            key={field.id}
            field={field}
            value={additionalTextInForm(form.values, field)}
            error={form.errors[additionalErrorKeyOf(step, field.id)]}
            path={additionalErrorKeyOf(step, field.id)}
            onChange={(value) => change(field, value)}
          />
        ))}
      </div>
    </section>
  );
}
