import type { FieldProblem } from '#contract/errors.ts';
import { eachField } from '#contract/records/evaluation/patient-fields.ts';
import type { FieldErrors, FieldName } from './registration-schema.ts';

/** Labels of the fields, used next to them and in messages. */
export const FIELD_LABELS = {
  identification_type: 'Tipo de identificación',
  identification_number: 'Número de identificación',
  ...eachField(({ label }) => label),
  evaluation_type_id: 'Tipo de evaluación',
  employer_company_id: 'Empresa empleadora',
  contractor_company_id: 'Empresa contratista',
  additional_info: 'Información adicional',
} satisfies Partial<Record<FieldName, string>>;
type Labelled = keyof typeof FIELD_LABELS;

/** Visible field in which the user corrects a value that has no field itself. */
const CORRECTED_AT: Readonly<Partial<Record<string, Labelled>>> = {
  occupation_id: 'occupation_name',
  patient_id: 'identification_number',
};

const isLabelled = (name: string): name is Labelled => Object.hasOwn(FIELD_LABELS, name);

/** Returns the form's field for a field name of the API, such as `birth_date` or `patient.birth_date`. */
export function formField(field: string): Labelled | undefined {
  const name = field.replace(/^patient\./, '');
  const shown = CORRECTED_AT[name] ?? name;
  return isLabelled(shown) ? shown : undefined;
}

/**
 * Assigns the server's messages about fields (S10) to the form's fields; messages about other fields are returned for the
 * notice.
 */
export function splitDetails(details: readonly FieldProblem[]): {
  fields: FieldErrors;
  rest: readonly FieldProblem[];
} {
  const fields: FieldErrors = {};
  const rest: FieldProblem[] = [];
  for (const problem of details) {
    const name = formField(problem.field);
    if (name === undefined) rest.push(problem);
    else fields[name] ??= problem.message;
  }
  return { fields, rest };
}

/** Formats the server's messages for a place without the fields: each starts with the label of its field, if there is one. */
export const detailLines = (details: readonly FieldProblem[]): readonly string[] =>
  details.map((problem) => {
    const name = formField(problem.field);
    return name === undefined ? problem.message : `${FIELD_LABELS[name]}: ${problem.message}`;
  });
