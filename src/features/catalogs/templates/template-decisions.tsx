import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { DECISION_TEXT_MAX_LENGTH, REASON_MAX_LENGTH } from '#contract/limits.ts';
import {
  APTITUDES,
  APTITUDE_LABELS,
  NOTE_LABELS,
  PROGRAMME_DECISIONS,
  PROGRAMME_DECISION_LABELS,
  REFERRAL_LABELS,
  REFERRAL_RECIPIENTS,
  TASK_APTITUDES,
} from '#contract/vocabulary.ts';
import { NOTE_OF_DECISION } from '#domain/evaluation/notes/sentences.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { ListDecision, TemplateForm, TemplateValues } from './template-values.ts';
import './template-decisions.css';

const UNSET_OPTION = { value: '', label: 'No llenar' };
const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

type Option = { readonly value: string; readonly label: string };

interface ListDefinition {
  readonly name: ListDecision;
  readonly none: string;
  readonly some: string;
  readonly add: string;
  readonly empty: TemplateValues['decisions'][ListDecision][number];
  /** Label of each field of a row, and its choices; a text has none. */
  readonly columns: readonly (readonly [field: string, label: string, options?: readonly Option[]])[];
}

const createListDefinitions = (programmes: readonly string[]): readonly ListDefinition[] => [
  {
    name: 'tasks',
    none: 'Ninguna tarea',
    some: 'Tareas',
    add: 'Agregar tarea',
    empty: { task: '', aptitude: 'apto' },
    columns: [
      ['task', 'Tarea'],
      ['aptitude', 'Aptitud', optionsOf(TASK_APTITUDES, APTITUDE_LABELS)],
    ],
  },
  {
    name: 'restrictions',
    none: 'Sin restricciones',
    some: 'Restricciones',
    add: 'Agregar restricción',
    empty: { what: '', days: '' },
    columns: [
      ['what', 'Qué se restringe'],
      ['days', 'Días (vacío: permanente)'],
    ],
  },
  {
    name: 'surveillance',
    none: 'No requiere',
    some: 'Programas',
    add: 'Agregar programa',
    empty: { programme: programmes[0] ?? '', act: 'ingresa' },
    columns: [
      ['programme', 'Programa', programmes.map((value) => ({ value, label: value }))],
      ['act', 'Decisión', optionsOf(PROGRAMME_DECISIONS, PROGRAMME_DECISION_LABELS)],
    ],
  },
];

/** Returns the options with the stored value, which the clinic may no longer offer. */
const withStoredOption = (options: readonly Option[], stored: string) =>
  options.some(({ value }) => value === stored)
    ? [...options]
    : [...options, { value: stored, label: stored }];

interface ListFieldsProps {
  form: TemplateForm;
  definition: ListDefinition;
}

function ListRows({ form, definition: { name, add, empty, columns } }: ListFieldsProps) {
  const path = `decisions.${name}`;
  return (
    <>
      {form.values.decisions[name].map((_row, nth) => (
        <div key={nth} className="template-row">
          {columns.map(([field, label, options]) => {
            const input = { label, ...form.getInputProps(`${path}.${nth}.${field}`) };
            return options ? (
              <NativeSelect key={field} data={withStoredOption(options, input.value as string)} {...input} />
            ) : (
              <TextInput key={field} autoComplete="off" maxLength={DECISION_TEXT_MAX_LENGTH} {...input} />
            );
          })}
          <ActionIcon
            aria-label={`Quitar renglón ${nth + 1} de ${NOTE_LABELS[NOTE_OF_DECISION[name]]}`}
            onClick={() => form.removeListItem(path, nth)}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      ))}
      <Button leftSection={<Icon name="plus" />} onClick={() => form.insertListItem(path, empty)}>
        {add}
      </Button>
    </>
  );
}

function ListFields({ form, definition }: ListFieldsProps) {
  const { name, none, some } = definition;
  return (
    <div className="template-list">
      <NativeSelect
        label={NOTE_LABELS[NOTE_OF_DECISION[name]]}
        data={[
          { ...UNSET_OPTION, value: 'unset' },
          { value: 'none', label: none },
          { value: 'some', label: some },
        ]}
        {...form.getInputProps(`modes.${name}`)}
        error={form.errors[`decisions.${name}`]}
      />
      {form.values.modes[name] === 'some' && <ListRows form={form} definition={definition} />}
    </div>
  );
}

/** Decisions that a template proposes; the doctor sees and may change each before signing. */
export function TemplateDecisionFields({
  form,
  programmes,
}: {
  form: TemplateForm;
  programmes: readonly string[];
}) {
  const { to } = form.values.decisions.referral;
  return (
    <>
      <NativeSelect
        label={NOTE_LABELS.concepto}
        data={[UNSET_OPTION, ...optionsOf(APTITUDES, APTITUDE_LABELS)]}
        {...form.getInputProps('decisions.aptitude')}
      />
      {createListDefinitions(programmes).map((definition) => (
        <ListFields key={definition.name} form={form} definition={definition} />
      ))}
      <NativeSelect
        label={NOTE_LABELS.manejo_eps_arp}
        data={[UNSET_OPTION, ...optionsOf(REFERRAL_RECIPIENTS, REFERRAL_LABELS)]}
        {...form.getInputProps('decisions.referral.to')}
      />
      {to !== '' && to !== 'none' && (
        <TextInput
          label="Motivo de la remisión"
          autoComplete="off"
          maxLength={REASON_MAX_LENGTH}
          {...form.getInputProps('decisions.referral.reason')}
        />
      )}
    </>
  );
}
