import { NativeSelect, Switch, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import type { CatalogItem } from '#sync/administration/catalogs/catalog-administration.ts';
import { MAX_DATE_FIELD_DAY } from '#ui/fields/day-field.tsx';
import { LineInput } from '#components/records/line-input.tsx';
import {
  formFieldText,
  formatOptionCount,
  readReferencedRowName,
  type CatalogFormValues,
  type FormField,
} from '../definition.ts';
import { CatalogHint } from '../hint.tsx';
import { CompanySelect } from './company-select.tsx';
import { EvaluationTypesField } from './evaluation-types-field.tsx';
import './field-input.css';

interface FieldInputProps {
  field: FormField;
  form: UseFormReturnType<CatalogFormValues>;
  item: CatalogItem | null;
}

/** Switch with a separate hint. Screen readers would read Mantine's own description as part of the label. */
function SwitchInput({ field: { name, label, hint }, form }: FieldInputProps) {
  const id = useId();
  return (
    <div className="catalog-wide">
      <Switch
        classNames={{ body: 'catalog-switch', label: 'catalog-switch-label' }}
        label={label}
        aria-describedby={id}
        {...form.getInputProps(name, { type: 'checkbox' })}
      />
      <CatalogHint id={id}>{hint}</CatalogHint>
    </div>
  );
}

export function FieldInput(props: FieldInputProps) {
  const { field, form, item } = props;
  const { name, label } = field;
  const input = { label, description: field.hint, ...form.getInputProps(name) };
  switch (field.kind) {
    case 'text':
      return (
        <LineInput
          {...form.getInputProps(name)}
          field={field}
          className={field.isWide ? 'catalog-wide' : undefined}
        />
      );
    case 'day':
      return <TextInput {...input} autoComplete="off" type="date" max={MAX_DATE_FIELD_DAY} />;
    case 'number': {
      const maxLength = String(field.max).length;
      return <TextInput {...input} autoComplete="off" required inputMode="numeric" maxLength={maxLength} />;
    }
    case 'long':
    case 'lines': {
      const count = formatOptionCount(String(form.values[name]));
      const rest =
        field.kind === 'long'
          ? { minRows: 3, maxRows: 10, maxLength: field.max }
          : {
              description: [field.hint, `${count}.`].join(' ').trim(),
              minRows: 5,
              maxRows: 14,
              required: true,
              spellCheck: false,
            };
      return <Textarea {...input} {...rest} autoComplete="off" className="catalog-wide" autosize />;
    }
    case 'switch':
      return <SwitchInput {...props} />;
    case 'choice':
      // A value that never changes after the creation is shown as text.
      if (item !== null && field.fixedBecause !== undefined)
        return (
          <TextInput
            readOnly
            label={label}
            description={field.fixedBecause}
            value={formFieldText(field, form.values, item)}
          />
        );
      return (
        <NativeSelect
          {...input}
          autoComplete="off"
          required
          data={[
            { value: '', label: 'Elige…' },
            ...field.values.map((value) => ({ value, label: field.labels[value] ?? value })),
          ]}
        />
      );
    case 'evaluation-types':
      return <EvaluationTypesField {...input} className="catalog-wide" />;
    case 'company': {
      const chosenName = readReferencedRowName(field, item);
      return <CompanySelect {...input} className="catalog-wide" chosenName={chosenName} />;
    }
  }
}
