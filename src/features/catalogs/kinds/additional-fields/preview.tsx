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

interface PreviewInputProps {
  label: string;
  required: boolean;
}

interface OptionSelectProps extends PreviewInputProps {
  options: readonly string[];
}

/** List of the options without duplicates, because Mantine rejects equal options, and two typed lines may be equal. */
function OptionSelect({ label, required, options }: OptionSelectProps) {
  const labelled = useComboboxLabel(label);
  return (
    <Select
      {...labelled}
      required={required}
      searchable
      clearable
      limit={SHOWN_OPTIONS_MAX}
      placeholder="Escribe o elige"
      data={[...new Set(options.filter((option) => option !== ''))]}
      nothingFoundMessage="Sin resultados. Revisa lo escrito."
    />
  );
}

const YES_NO_CHOICES = [
  { value: '', label: 'Sin indicar' },
  { value: 'yes', label: 'Sí' },
  { value: 'no', label: 'No' },
];

function PreviewInput({ kind, options, ...input }: OptionSelectProps & { kind: AdditionalKind }) {
  switch (kind) {
    case 'text':
      return <TextInput {...input} autoComplete="off" maxLength={ADDITIONAL_VALUE_MAX_LENGTH} />;
    case 'number':
      return <TextInput {...input} autoComplete="off" inputMode="decimal" />;
    case 'date':
      return <TextInput {...input} autoComplete="off" inputMode="numeric" placeholder="AAAA-MM-DD" />;
    case 'yes_no':
      return <NativeSelect {...input} data={YES_NO_CHOICES} />;
    case 'choice':
      return <OptionSelect {...input} options={options} />;
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
