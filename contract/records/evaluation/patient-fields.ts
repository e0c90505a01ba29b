import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '../../limits.ts';
import { BirthDate, nullAsMissing, optionalText, requiredPersonName } from '../../primitives.ts';
import { GENDERS, GENDER_LABELS } from '../../vocabulary.ts';

/** Properties of a field that its kind (text, occupation, day, choice) does not determine. */
interface PatientFieldProperties {
  /** Label on screens and documents. */
  readonly label: string;
  /** True for a field that the base contract lacks. A server of the base contract may ignore or reject its value. */
  readonly isOurs?: true;
  /** True for a part of the full name. */
  readonly isName?: true;
  /** True for a field that a card reader can fill. */
  readonly isOnCard?: true;
  /** True for a field that the concept prints. Reception and the doctor's page warn when such a field is empty. */
  readonly isOnConcept?: true;
  /** Share of the row that the input has in the form. */
  readonly width: 'quarter' | 'third' | 'job';
}

interface PatientTextProperties extends PatientFieldProperties {
  /** Maximum number of characters of the input schema and the forms. The column of the database has no limit. */
  readonly maxLength: number;
}

/** Defines a part of the name that every patient has. `message` is the error for an empty value. */
const defineRequiredNameField = <const Facts extends PatientTextProperties>(
  message: string,
  facts: Facts,
) => {
  const input = requiredPersonName(message, facts.maxLength);
  return { kind: 'text', isRequired: true, input, stored: z.string(), ...facts } as const;
};

const patientTextSchemas = ({ maxLength }: PatientTextProperties) => ({
  input: optionalText(maxLength),
  stored: z.nullish(z.string()),
});
const definePatientTextField = <const Facts extends PatientTextProperties>(facts: Facts) =>
  ({ kind: 'text', isRequired: false, ...patientTextSchemas(facts), ...facts }) as const;

/**
 * Defines the field of the occupation: a text that names a row of this catalogue. The server adds a name that the catalogue does
 * not contain. The database stores the row's id in `column`. A field of another catalogue is another kind of field.
 */
const defineOccupationField = <const Facts extends PatientTextProperties & { readonly column: string }>(
  facts: Facts,
) => ({ kind: 'occupation', isRequired: false, ...patientTextSchemas(facts), ...facts }) as const;

/** Defines the field of a birth date (`BirthDate`), YYYY-MM-DD. */
const defineBirthDateField = <const Facts extends PatientFieldProperties>(facts: Facts) => {
  return {
    kind: 'day',
    isRequired: false,
    input: nullAsMissing(BirthDate),
    stored: z.nullish(z.string()),
    ...facts,
  } as const;
};

/** Defines a field with a fixed list of values and their labels. */
const definePatientChoiceField = <const Value extends string, const Facts extends PatientFieldProperties>(
  values: readonly [Value, ...Value[]],
  labels: Readonly<Record<Value, string>>,
  facts: Facts,
) => {
  const one = z.enum(values);
  return {
    kind: 'choice',
    isRequired: false,
    values,
    labels,
    input: nullAsMissing(one),
    stored: z.nullish(one),
    ...facts,
  } as const;
};

/**
 * Data of a patient in addition to the document, in the order of the form. Schemas, form, stored
 * rows, columns, comparison, corrections, messages and the clinical history derive from this table.
 *
 * Schemas of each field: `input` in a registration, and `stored` in a patient.
 */
export const PATIENT_FIELDS = {
  first_name: defineRequiredNameField('Ingrese los nombres', {
    label: 'Primer nombre',
    maxLength: NAME_MAX_LENGTH,
    isName: true,
    isOnCard: true,
    width: 'quarter',
  }),
  middle_name: definePatientTextField({
    label: 'Segundo nombre',
    maxLength: NAME_MAX_LENGTH,
    isName: true,
    isOnCard: true,
    width: 'quarter',
  }),
  last_name: defineRequiredNameField('Ingrese los apellidos', {
    label: 'Primer apellido',
    maxLength: NAME_MAX_LENGTH,
    isName: true,
    isOnCard: true,
    width: 'quarter',
  }),
  second_last_name: definePatientTextField({
    label: 'Segundo apellido',
    maxLength: NAME_MAX_LENGTH,
    isName: true,
    isOnCard: true,
    width: 'quarter',
  }),
  birth_date: defineBirthDateField({
    label: 'Fecha de nacimiento',
    isOnCard: true,
    isOnConcept: true,
    width: 'third',
  }),
  gender: definePatientChoiceField(GENDERS, GENDER_LABELS, {
    label: 'Género',
    isOnCard: true,
    isOnConcept: true,
    width: 'quarter',
  }),
  occupation_name: defineOccupationField({
    label: 'Cargo',
    maxLength: NAME_MAX_LENGTH,
    column: 'occupation_id',
    isOnConcept: true,
    width: 'job',
  }),
} as const;

export type PatientFieldDefinitions = typeof PATIENT_FIELDS;
export type PatientField = keyof PatientFieldDefinitions;
export type PatientFieldDefinition = PatientFieldDefinitions[PatientField];

/** Names of the fields whose definition extends `Part`. */
type PatientFieldsWith<Part> = {
  [Field in PatientField]: PatientFieldDefinitions[Field] extends Part ? Field : never;
}[PatientField];

/** Names of all fields of `PATIENT_FIELDS`, in the order of the form. */
export const PATIENT_DATA_FIELD_NAMES = Object.keys(PATIENT_FIELDS) as PatientField[];

const selectPatientFieldsWith = <Name extends 'isName' | 'isRequired' | 'isOnCard' | 'isOnConcept', Value>(
  name: Name,
  value: Value,
) =>
  PATIENT_DATA_FIELD_NAMES.filter(
    (field) => (PATIENT_FIELDS[field] as Partial<Record<Name, unknown>>)[name] === value,
  ) as PatientFieldsWith<Readonly<Record<Name, Value>>>[];

export const PATIENT_NAME_FIELDS = selectPatientFieldsWith('isName', true as const);
/** Names of the fields whose values users may remove. */
export const CLEARABLE_PATIENT_FIELDS = selectPatientFieldsWith('isRequired', false as const);
export type ClearablePatientField = (typeof CLEARABLE_PATIENT_FIELDS)[number];
export const PATIENT_CARD_FIELDS = selectPatientFieldsWith('isOnCard', true as const);
/** Names of the card's fields that are not part of the name. They never change, so a difference is an error of one side. */
export const PATIENT_LASTING_FIELDS = PATIENT_CARD_FIELDS.filter(
  (field) => !('isName' in PATIENT_FIELDS[field]),
);

const selectPatientFieldsWithout = (name: 'isName' | 'isOnCard') =>
  PATIENT_DATA_FIELD_NAMES.filter((field) => !(name in PATIENT_FIELDS[field]));
/** Names of the fields that are not part of the name. All are in the summary at reception and on the doctor's page. */
export const PATIENT_NON_NAME_FIELDS = selectPatientFieldsWithout('isName');
/**
 * Names of the fields that no card contains. When the card of another patient is read, the form must not keep the previous
 * patient's values of these fields.
 */
export const FIELDS_NOT_ON_CARD = selectPatientFieldsWithout('isOnCard');

export const PATIENT_CONCEPT_FIELDS = selectPatientFieldsWith('isOnConcept', true as const);

/** Builds an object with one value for each patient field. */
export const buildPerPatientField = <Value>(
  build: (definition: PatientFieldDefinition, field: PatientField) => Value,
): Record<PatientField, Value> =>
  Object.fromEntries(
    PATIENT_DATA_FIELD_NAMES.map((field) => [field, build(PATIENT_FIELDS[field], field)]),
  ) as Record<PatientField, Value>;

type PatientSchemaName = 'input' | 'stored';
/** Returns the named schema of each field, as the shape of an object. */
export const patientFieldSchemas = <Name extends PatientSchemaName>(
  name: Name,
): { [Field in PatientField]: PatientFieldDefinitions[Field][Name] } =>
  buildPerPatientField((definition) => definition[name]) as unknown as {
    [Field in PatientField]: PatientFieldDefinitions[Field][Name];
  };

/** Value of a field in a form; '' for no value. */
type PatientFormValue<Definition> = Definition extends { kind: 'choice'; values: readonly (infer Value)[] }
  ? Value | ''
  : string;
export type PatientFormData = {
  readonly [Field in PatientField]: PatientFormValue<PatientFieldDefinitions[Field]>;
};

type StoredPatientValue<Definition> = Definition extends { isRequired: true }
  ? string
  : Definition extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Value | null
    : string | null;
/** Data of a patient as devices and signed versions store them; null for no value. */
export type StoredPatientData = {
  readonly [Field in PatientField]: StoredPatientValue<PatientFieldDefinitions[Field]>;
};
