import { TextInput, type TextInputProps } from '@mantine/core';
import type { CatalogField } from '#contract/catalogs/fields.ts';
import { nitWarning } from '#sync/messages/nit-text.ts';
import './line-input.css';

interface LineInputProps extends TextInputProps {
  field: Extract<CatalogField, { kind: 'text' }>;
}

/** Input of a catalogue's field with one line of text. A code that looks like a wrong NIT gets a warning in place of the hint. */
export function LineInput({ field, ...props }: LineInputProps) {
  const warning = field.isNit ? nitWarning(String(props.value ?? '')) : null;
  return (
    <TextInput
      label={field.label}
      description={warning === null ? field.hint : <span className="line-doubt">{warning}</span>}
      type={field.keyboard ?? 'text'}
      maxLength={field.max}
      required={field.isRequired}
      autoComplete="off"
      {...props}
    />
  );
}
