import type { FieldProblem } from '#contract/errors.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import { IDENTIFICATION_LABELS, IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import type { RegistrationFieldName } from './registration-schema.ts';

export const FIELD_LABELS = {
  identification_type: 'Tipo de identificación',
  identification_number: 'Número de identificación',
  ...buildPerPatientField(({ label }) => label),
  evaluation_type_id: 'Tipo de evaluación',
  employer_company_id: 'Empresa empleadora',
  contractor_company_id: 'Empresa contratista',
  additional_info: 'Información adicional',
} satisfies Partial<Record<RegistrationFieldName, string>>;
type LabelledField = keyof typeof FIELD_LABELS;

export const DOCUMENT_TYPE_OPTIONS = IDENTIFICATION_TYPES.map((value) => ({
  value,
  label: IDENTIFICATION_LABELS[value],
}));

/** Visible field to correct for a server field that the form does not show. */
const VISIBLE_FIELD_BY_API_FIELD: Readonly<Partial<Record<string, LabelledField>>> = {
  occupation_id: 'occupation_name',
  patient_id: 'identification_number',
};

const isLabelled = (name: string): name is LabelledField => Object.hasOwn(FIELD_LABELS, name);

export function toFormField(field: string): LabelledField | undefined {
  const name = field.replace(/^patient\./, '');
  const shown = VISIBLE_FIELD_BY_API_FIELD[name] ?? name;
  return isLabelled(shown) ? shown : undefined;
}

/** Messages by field of the form, or by the key of an additional field (`additional.<step>.<id>`). */
type MessageByField = Record<string, string>;

/** Assigns the server's messages (S10) to the form's fields; the other messages are returned for the notice. */
export function splitProblemsByField(details: readonly FieldProblem[]): {
  fields: MessageByField;
  rest: readonly FieldProblem[];
} {
  const fields: MessageByField = {};
  const rest: FieldProblem[] = [];
  for (const problem of details) {
    const { field } = problem;
    // The correction has already replaced the server's name of an additional value (`mapValueErrorsToInputs`).
    const name = field.startsWith('additional.') ? field : toFormField(field);
    if (name === undefined) rest.push(problem);
    else fields[name] ??= problem.message;
  }
  return { fields, rest };
}

/** Formats the server's messages for a screen without the form: the label of the field, then the message. */
export const formatFieldProblems = (details: readonly FieldProblem[]): readonly string[] =>
  details.map((problem) => {
    const name = toFormField(problem.field);
    return name === undefined ? problem.message : `${FIELD_LABELS[name]}: ${problem.message}`;
  });
