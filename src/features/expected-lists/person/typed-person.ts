import type { ExpectedPerson, ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { IDENTIFICATION_LABELS } from '#contract/vocabulary.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import { prepareReading, readRow, type ReadRow, type RosterDefaults } from '#domain/roster/read-row.ts';
import type { Cell } from '#domain/roster/table.ts';
import { additionalTarget, TARGET_LABELS, type RosterTarget } from '#domain/roster/targets.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import type { RosterCatalogs } from '../base/queries.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Field of the form for one person. `options`: the values to choose from; absent for typed text. */
export interface TypedField {
  readonly target: RosterTarget;
  readonly label: string;
  readonly isRequired: boolean;
  readonly options?: readonly Option[];
  readonly hint?: string;
  readonly maxLength?: number;
}

const NO_CHOICE = { value: '', label: 'Sin indicar' };
const sameOptions = (texts: readonly string[], noChoice: Option = NO_CHOICE): readonly Option[] => [
  noChoice,
  ...texts.map((text) => ({ value: text, label: text })),
];
const labelOptions = (labels: Readonly<Record<string, string>>): readonly Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const documentFields: readonly TypedField[] = [
  {
    target: 'identification_type',
    label: TARGET_LABELS.identification_type,
    isRequired: true,
    options: labelOptions(IDENTIFICATION_LABELS),
  },
  { target: 'identification_number', label: TARGET_LABELS.identification_number, isRequired: true },
];

const patientFields: readonly TypedField[] = PATIENT_DATA_FIELD_NAMES.map((target) => {
  const definition = PATIENT_FIELDS[target];
  return {
    target,
    label: definition.label,
    isRequired: definition.isRequired,
    ...(definition.kind === 'choice' && { options: [NO_CHOICE, ...labelOptions(definition.labels)] }),
    ...(definition.kind === 'day' && { hint: 'Como 14/06/1988' }),
    ...('maxLength' in definition && { maxLength: definition.maxLength }),
  };
});

/** Returns the option of a person without an own evaluation type, who gets the one of the list. */
function listTypeOption(
  { evaluationTypes }: RosterCatalogs,
  { evaluation_type_id: id }: RosterDefaults,
): Option {
  const type = evaluationTypes.find((one) => one.id === id);
  return type ? { value: '', label: `El de la lista: ${type.name}` } : NO_CHOICE;
}

const visitFieldsOf = (catalogs: RosterCatalogs, defaults: RosterDefaults): readonly TypedField[] => [
  {
    target: 'evaluation_type',
    label: TARGET_LABELS.evaluation_type,
    isRequired: false,
    options: sameOptions(
      catalogs.evaluationTypes.map(({ name }) => name),
      listTypeOption(catalogs, defaults),
    ),
  },
  { target: 'hour', label: TARGET_LABELS.hour, isRequired: false, hint: 'Como 07:30' },
  { target: 'phone', label: TARGET_LABELS.phone, isRequired: false },
  { target: 'email', label: TARGET_LABELS.email, isRequired: false },
  { target: 'notes', label: TARGET_LABELS.notes, isRequired: false },
];

const YES_NO_TEXTS = ['yes', 'no'].map((value) => additionalValueText('yes_no', value));

const additionalFieldsOf = ({ additionalFields }: RosterCatalogs): readonly TypedField[] =>
  additionalFields.map(({ id, name, kind, choices }) => ({
    target: additionalTarget(id),
    label: name,
    isRequired: false,
    ...(kind === 'choice' && { options: sameOptions(choices) }),
    ...(kind === 'yes_no' && { options: sameOptions(YES_NO_TEXTS) }),
  }));

/** Returns the fields of the form for one person, in their order. */
export const typedFieldsOf = (catalogs: RosterCatalogs, defaults: RosterDefaults): readonly TypedField[] => [
  ...documentFields,
  ...patientFields,
  ...visitFieldsOf(catalogs, defaults),
  ...additionalFieldsOf(catalogs),
];

export type TypedValues = Readonly<Partial<Record<RosterTarget, string>>>;

export interface TypedContext {
  readonly catalogs: RosterCatalogs;
  readonly defaults: RosterDefaults;
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Reads the form as a row with one column for each field, so that typed people obey the rules of imported ones. */
export function readTypedPerson(values: TypedValues, { catalogs, defaults, today }: TypedContext): ReadRow {
  const fields = typedFieldsOf(catalogs, defaults);
  const cells: Cell[] = fields.map(({ target }) => values[target] ?? null);
  const row = { number: 1, cells };
  const mapping = new Map(fields.map(({ target }, index) => [index, target]));
  const table = { rows: [row], columnCount: fields.length, has1904Dates: false };
  const reading = { ...catalogs, mapping, headerIndex: null, defaults, today };
  // The form offers the values of the contract, in which M is a man.
  return readRow(row, prepareReading(table, { ...reading, chosenGenderLetters: 'M_is_male' }));
}

/** Returns the first error message of each field by its content; errors of no field have the key ''. */
export function typedErrorsOf(
  read: ReadRow,
  fields: readonly TypedField[],
): Readonly<Record<string, string>> {
  if (read.type === 'person') return {};
  const entries = read.problems.map(({ column, message }) => [
    column === null ? '' : (fields[column]?.target ?? ''),
    message,
  ]);
  return Object.fromEntries(entries.reverse()) as Record<string, string>;
}

const patientText = (field: PatientField, value: string | null | undefined): string =>
  typeof value === 'string' && PATIENT_FIELDS[field].kind === 'day'
    ? (formatCalendarDay(value) ?? value)
    : (value ?? '');

/** Returns the texts of the form for a stored person, from which `readTypedPerson` reads the same person. */
export const typedValuesOf = (person: ExpectedPerson): TypedValues => ({
  identification_type: person.identification_type,
  identification_number: person.identification_number,
  ...Object.fromEntries(PATIENT_DATA_FIELD_NAMES.map((field) => [field, patientText(field, person[field])])),
  evaluation_type: person.evaluation_type?.name ?? '',
  hour: person.hour ?? '',
  phone: person.phone ?? '',
  email: person.email ?? '',
  notes: person.notes ?? '',
  ...Object.fromEntries(
    person.additional_fields.map(({ field_id: id, kind, value }) => [
      additionalTarget(id),
      additionalValueText(kind, value),
    ]),
  ),
});

/** Returns the catalogues with the person's own type and choices, which may be inactive since they were chosen. */
export function withValuesOf(
  { evaluation_type: type, additional_fields: values }: ExpectedPerson,
  { evaluationTypes, additionalFields }: RosterCatalogs,
): RosterCatalogs {
  const isKnown = type === null || evaluationTypes.some(({ id }) => id === type.id);
  return {
    evaluationTypes: isKnown ? evaluationTypes : [type, ...evaluationTypes],
    additionalFields: additionalFields.map((field) => {
      const stored = values.find(({ field_id: id }) => id === field.id);
      return stored === undefined || field.kind !== 'choice' || field.choices.includes(stored.value)
        ? field
        : { ...field, choices: [...field.choices, stored.value] };
    }),
  };
}

/** Returns the changed person with the values of additional fields that the form no longer shows. */
export const keepHiddenValues = (
  changed: ExpectedPersonBody,
  { additional_fields: values }: ExpectedPerson,
  { additionalFields }: RosterCatalogs,
): ExpectedPersonBody => ({
  ...changed,
  additional_fields: [
    ...changed.additional_fields,
    ...values.filter(({ field_id: id }) => additionalFields.every((field) => field.id !== id)),
  ],
});

/** Returns the values of `now` that differ from the typed ones, as the form shows them. */
export const findTypedDifferences = (
  fields: readonly TypedField[],
  typed: TypedValues,
  now: TypedValues,
): { label: string; now: string }[] =>
  fields
    .filter(({ target }) => (typed[target] ?? '').trim() !== (now[target] ?? ''))
    .map(({ target, label, options }) => {
      const value = now[target] ?? '';
      const text = options?.find((option) => option.value === value)?.label ?? value;
      return { label, now: text === '' ? NO_CHOICE.label : text };
    });
