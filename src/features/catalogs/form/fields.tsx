import { NativeSelect, Switch, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import { MAX_DATE_FIELD_DAY } from '#ui/fields/day-field.tsx';
import { nitWarning } from '#sync/messages/nit-text.ts';
import {
  formFieldText,
  readReferencedRowName,
  selectVisibleFields,
  type CatalogDefinition,
  type CatalogFormValues,
  type FormField,
} from '../definition.ts';
import { CompanySelect } from './company-select.tsx';
import { EvaluationTypesField } from './evaluation-types-field.tsx';
import { OptionLinesField } from './lines-field.tsx';
import './fields.css';

type FormFieldOfKind<Kind> = Extract<FormField, { kind: Kind }>;

interface FieldProps {
  field: FormField;
  form: UseFormReturnType<CatalogFormValues>;
  ownerId: string;
  item: CatalogItem | null;
}

const readFormText = (values: CatalogFormValues, name: string): string => String(values[name] ?? '');

function describeFormField(field: FormField, values: CatalogFormValues) {
  const isNit = field.kind === 'text' && field.isNit;
  const warning = isNit ? nitWarning(readFormText(values, field.name)) : null;
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

/** Choice from a fixed list. A value that never changes after the creation is shown as text. */
function ChoiceField({
  field,
  form,
  item,
}: Omit<FieldProps, 'field'> & { field: FormFieldOfKind<'choice'> }) {
  const { name, label, hint, values, labels, fixedBecause } = field;
  if (item !== null && fixedBecause !== undefined)
    return (
      <TextInput
        readOnly
        label={label}
        description={fixedBecause}
        value={formFieldText(field, form.values, item)}
      />
    );
  return (
    <NativeSelect
      label={label}
      description={hint}
      autoComplete="off"
      required
      data={[
        { value: '', label: 'Elige…' },
        ...values.map((value) => ({ value, label: labels[value] ?? value })),
      ]}
      {...form.getInputProps(name)}
    />
  );
}

function CatalogFormField({ field, form, ownerId, item }: FieldProps) {
  const { name, label } = field;
  const shared = { label, description: describeFormField(field, form.values), autoComplete: 'off' };
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...shared}
          className={field.isWide ? 'catalog-wide' : undefined}
          type={field.keyboard ?? 'text'}
          maxLength={field.max}
          required={field.isRequired}
          {...form.getInputProps(name)}
        />
      );
    case 'day':
      return <TextInput {...shared} type="date" max={MAX_DATE_FIELD_DAY} {...form.getInputProps(name)} />;
    case 'long':
      return (
        <Textarea
          {...shared}
          className="catalog-wide"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={field.max}
          {...form.getInputProps(name)}
        />
      );
    case 'switch':
      return (
        <SwitchField label={label} hint={field.hint} input={form.getInputProps(name, { type: 'checkbox' })} />
      );
    case 'choice':
      return <ChoiceField field={field} form={form} ownerId={ownerId} item={item} />;
    case 'number':
      return (
        <TextInput
          {...shared}
          required
          inputMode="numeric"
          maxLength={String(field.max).length}
          {...form.getInputProps(name)}
        />
      );
    case 'lines':
      return (
        <OptionLinesField
          className="catalog-wide"
          label={label}
          hint={field.hint}
          text={readFormText(form.values, name)}
          input={form.getInputProps(name)}
        />
      );
    case 'evaluation-types':
      return (
        <EvaluationTypesField
          className="catalog-wide"
          label={label}
          hint={field.hint}
          ownerId={ownerId}
          input={form.getInputProps(name)}
        />
      );
    case 'company':
      return (
        <CompanySelect
          className="catalog-wide"
          label={label}
          ownerId={ownerId}
          value={readFormText(form.values, name)}
          chosenName={readReferencedRowName(field, item)}
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
  selectVisibleFields(props.catalog.fields, props.form.values).map((field) => (
    <CatalogFormField key={field.name} {...props} field={field} />
  ));
