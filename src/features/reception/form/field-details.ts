import type { FieldProblem } from '#contract/errors.ts';
import type { FieldErrors, FieldName } from './registration-schema.ts';

/** Labels of the fields, used next to them and in messages. */
export const FIELD_LABELS = {
  identificationType: 'Tipo de identificación',
  identificationNumber: 'Número de identificación',
  firstName: 'Primer nombre',
  middleName: 'Segundo nombre',
  lastName: 'Primer apellido',
  secondLastName: 'Segundo apellido',
  birthDate: 'Fecha de nacimiento',
  gender: 'Género',
  occupationName: 'Cargo',
  evaluationTypeId: 'Tipo de evaluación',
  employerCompanyId: 'Empresa empleadora',
  contractorCompanyId: 'Empresa contratista',
  additionalInfo: 'Información adicional',
} satisfies Partial<Record<FieldName, string>>;
type Labelled = keyof typeof FIELD_LABELS;

/** Visible field in which the user corrects a value that has no field itself. */
const CORRECTED_AT = new Map<string, Labelled>([
  ['occupationId', 'occupationName'],
  ['patientId', 'identificationNumber'],
]);

/** Returns the form's field for a field name of the API, such as `birth_date` or `patient.birth_date`. */
export function formField(field: string): Labelled | undefined {
  const name = field.replace(/^patient\./, '').replace(/_./g, (pair) => pair.slice(1).toUpperCase());
  return CORRECTED_AT.get(name) ?? (Object.hasOwn(FIELD_LABELS, name) ? (name as Labelled) : undefined);
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
