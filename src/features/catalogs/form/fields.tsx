import { NativeSelect, Switch, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { LAST_DAY } from '#ui/fields/day-field.tsx';
import type { CatalogDefinition, CatalogField, CatalogFormValues } from '../definition.ts';
import { CompanySelect } from './company-select.tsx';
import './fields.css';

interface FieldProps<Item> {
  field: CatalogField<Item>;
  form: UseFormReturnType<CatalogFormValues>;
  ownerId: string;
  item: Item | null;
}

const textIn = (values: CatalogFormValues, name: string): string => String(values[name] ?? '');

function descriptionOf<Item>(field: CatalogField<Item>, values: CatalogFormValues) {
  const warning = field.type === 'text' ? field.warning?.(textIn(values, field.name)) : null;
  return warning ? <span className="catalog-doubt">{warning}</span> : field.hint;
}

/** Switch with a separate hint. Screen readers would read Mantine's own description as part of the label. */
function SwitchField({ label, hint, input }: { label: string; hint: string | undefined; input: object }) {
  const id = useId();
  return (
    <div className="catalog-wide">
      <Switch
        classNames={{ body: 'catalog-switch', label: 'catalog-switch-label' }}
        label={label}
        aria-describedby={id}
        {...input}
      />
      <p className="catalog-hint" id={id}>
        {hint}
      </p>
    </div>
  );
}

function OneField<Item>({ field, form, ownerId, item }: FieldProps<Item>) {
  const { name, label } = field;
  const shared = { label, description: descriptionOf(field, form.values), autoComplete: 'off' };
  switch (field.type) {
    case 'text':
      return (
        <TextInput
          {...shared}
          className={field.wide ? 'catalog-wide' : undefined}
          type={field.input ?? 'text'}
          maxLength={field.maxLength}
          required={field.required ?? false}
          {...form.getInputProps(name)}
        />
      );
    case 'day':
      return <TextInput {...shared} type="date" max={LAST_DAY} {...form.getInputProps(name)} />;
    case 'long':
      return (
        <Textarea
          {...shared}
          className="catalog-wide"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={field.maxLength}
          {...form.getInputProps(name)}
        />
      );
    case 'switch':
      return (
        <SwitchField label={label} hint={field.hint} input={form.getInputProps(name, { type: 'checkbox' })} />
      );
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          required
          data={[{ value: '', label: 'Elige…' }, ...field.options]}
          {...form.getInputProps(name)}
        />
      );
    case 'company':
      return (
        <CompanySelect
          className="catalog-wide"
          label={label}
          ownerId={ownerId}
          value={textIn(form.values, name)}
          chosenName={item ? field.nameOf(item) : ''}
          error={form.errors[name]}
          onChange={(id) => form.setFieldValue(name, id)}
        />
      );
  }
}

interface FieldsProps<Item extends CatalogItem, Body extends object> {
  catalog: CatalogDefinition<Item, Body>;
  form: UseFormReturnType<CatalogFormValues>;
  ownerId: string;
  item: Item | null;
}

export const Fields = <Item extends CatalogItem, Body extends object>(props: FieldsProps<Item, Body>) =>
  props.catalog.fields.map((field) => <OneField key={field.name} {...props} field={field} />);
