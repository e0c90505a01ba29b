import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { ADDITIONAL_VALUE_MAX_LENGTH } from '#contract/limits.ts';
import { ADDITIONAL_KINDS, type AdditionalKind } from '#contract/records/evaluation/additional-values.ts';
import { useComboboxLabel } from '#ui/fields/combobox-label.tsx';
import type { CatalogFormValues } from '../../definition.ts';
import { parseOptionLines } from './option-lines.ts';
import './preview.css';

/** Maximum number of options that the open list shows; the user finds the others by typing. */
const SHOWN_OPTIONS_MAX = 50;

const YES_NO_CHOICES = [
  { value: '', label: 'Sin indicar' },
  { value: 'yes', label: 'Sí' },
  { value: 'no', label: 'No' },
];

const TEXT_INPUT_PROPS = {
  text: { maxLength: ADDITIONAL_VALUE_MAX_LENGTH },
  number: { inputMode: 'decimal' },
  date: { inputMode: 'numeric', placeholder: 'AAAA-MM-DD' },
} as const;

interface PreviewInputProps {
  kind: AdditionalKind;
  label: string;
  required: boolean;
  options: readonly string[];
}

function PreviewInput({ kind, label, required, options }: PreviewInputProps) {
  const labelled = useComboboxLabel(label);
  switch (kind) {
    case 'text':
    case 'number':
    case 'date':
      return <TextInput label={label} required={required} autoComplete="off" {...TEXT_INPUT_PROPS[kind]} />;
    case 'yes_no':
      return <NativeSelect label={label} required={required} data={YES_NO_CHOICES} />;
    case 'choice':
      return (
        <Select
          {...labelled}
          required={required}
          searchable
          clearable
          limit={SHOWN_OPTIONS_MAX}
          placeholder="Escribe o elige"
          // Mantine rejects equal options, and two typed lines may be equal.
          data={[...new Set(options.filter((option) => option !== ''))]}
          nothingFoundMessage="Sin resultados. Revisa lo escrito."
        />
      );
  }
}

/** Shows the input that reception will see. The user can try it; nothing typed in it is saved. */
export function AdditionalFieldPreview({ values }: { readonly values: CatalogFormValues }) {
  const id = useId();
  const kind = ADDITIONAL_KINDS.find((one) => one === values['kind']);
  const name = String(values['name'] ?? '').trim();
  if (!kind) return null;
  return (
    <section className="field-preview" aria-labelledby={id}>
      <h3 id={id}>Así lo verá recepción</h3>
      <PreviewInput
        key={kind}
        kind={kind}
        label={name === '' ? 'Nombre del campo' : name}
        required={values['is_required'] === true}
        options={parseOptionLines(String(values['choices'] ?? ''))}
      />
    </section>
  );
}
