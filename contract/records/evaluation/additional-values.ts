import * as z from 'zod/mini';
import { trimToVisibleLine } from '../../fold.ts';
import {
  ACTIVE_ADDITIONAL_FIELDS_MAX,
  ADDITIONAL_LABEL_MAX_LENGTH,
  ADDITIONAL_VALUE_MAX_LENGTH,
} from '../../limits.ts';
import { DateOnly, Uuid, requiredLine } from '../../primitives.ts';
import {
  ADDITIONAL_KINDS,
  ADDITIONAL_SUBJECTS,
  type AdditionalKind,
  type AdditionalSubject,
} from '../../vocabulary.ts';

export { ADDITIONAL_KINDS, ADDITIONAL_SUBJECTS, type AdditionalKind, type AdditionalSubject };

export const ADDITIONAL_SUBJECT_LABELS: Record<AdditionalSubject, string> = {
  patient: 'Del paciente',
  visit: 'De la evaluación',
};

/**
 * Schemas of the values by kind of field. A number has a decimal point and no thousands separators; a date is YYYY-MM-DD; a
 * choice is the text of the chosen option.
 */
const VALUE_SCHEMA_BY_KIND = {
  text: requiredLine('Escribe un valor.', ADDITIONAL_VALUE_MAX_LENGTH),
  number: z.string().check(z.regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, 'Escribe un número, como 12 o 12,5.')),
  date: DateOnly,
  yes_no: z.enum(['yes', 'no']),
  choice: requiredLine('Elige una opción.', ADDITIONAL_VALUE_MAX_LENGTH),
} as const satisfies Record<AdditionalKind, z.ZodMiniType<string>>;

export const ADDITIONAL_KIND_LABELS: Record<AdditionalKind, string> = {
  text: 'Texto',
  number: 'Número',
  date: 'Fecha',
  yes_no: 'Sí o no',
  choice: 'Lista de opciones',
};

/** Returns the error message for a value of the kind; null for a valid value. */
export function additionalValueError(kind: AdditionalKind, value: string): string | null {
  const parsed = VALUE_SCHEMA_BY_KIND[kind].safeParse(value);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'Revisa este dato.');
}

const isNullOrValidValue = ({ kind, value }: { kind: AdditionalKind; value: string | null }): boolean =>
  value === null || additionalValueError(kind, value) === null;
const VALUE_KIND_MISMATCH_ISSUE = { path: ['value'], message: 'El valor no corresponde al tipo de dato.' };

/** Definition of the field as the device or server had it when the value was entered. */
const fieldDefinitionShape = {
  field_id: Uuid,
  name: requiredLine('Falta el nombre del campo.', ADDITIONAL_LABEL_MAX_LENGTH),
  subject: z.enum(ADDITIONAL_SUBJECTS),
  kind: z.enum(ADDITIONAL_KINDS),
};
/** Text as it is stored: one line without invisible characters, because documents and lists print it in one line. */
const valueTextSchema = z
  .string()
  .check(z.maxLength(ADDITIONAL_VALUE_MAX_LENGTH), z.overwrite(trimToVisibleLine));

const hasNoRepeatedField = (values: readonly { field_id: string }[]): boolean =>
  new Set(values.map(({ field_id: id }) => id.toLowerCase())).size === values.length;
const createUniqueFieldListSchema = <Value extends z.ZodMiniType<{ field_id: string }>>(value: Value) =>
  z
    .array(value)
    .check(z.maxLength(ACTIVE_ADDITIONAL_FIELDS_MAX), z.refine(hasNoRepeatedField, 'Hay un campo repetido.'));

/** Extension of the base contract: value of an additional field, stored with the label that the user saw. */
export const AdditionalValue = z
  .object({ ...fieldDefinitionShape, value: valueTextSchema })
  .check(z.refine(isNullOrValidValue, VALUE_KIND_MISMATCH_ISSUE));
export type AdditionalValue = z.infer<typeof AdditionalValue>;
export const AdditionalValues = createUniqueFieldListSchema(AdditionalValue);

/** Corrected value of an additional field; null removes the value. */
export const AdditionalValueChange = z
  .object({ ...fieldDefinitionShape, value: z.nullable(valueTextSchema) })
  .check(z.refine(isNullOrValidValue, VALUE_KIND_MISMATCH_ISSUE));
export type AdditionalValueChange = z.infer<typeof AdditionalValueChange>;
export const AdditionalValueChanges = createUniqueFieldListSchema(AdditionalValueChange);

/**
 * Additional field of an evaluation in a response, in the order of the form. `value` is null when the definition requires a
 * value that the registration lacks, for example because the definition changed before the registration arrived.
 */
export const EvaluationAdditionalField = z.object({
  field_id: Uuid,
  name: z.string(),
  subject: z.enum(ADDITIONAL_SUBJECTS),
  kind: z.enum(ADDITIONAL_KINDS),
  value: z.nullable(z.string()),
  on_history: z.boolean(),
  on_concept: z.boolean(),
});
export type EvaluationAdditionalField = z.infer<typeof EvaluationAdditionalField>;
export const EvaluationAdditionalFields = z.array(EvaluationAdditionalField);
