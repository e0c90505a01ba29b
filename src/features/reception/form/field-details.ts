import type { FieldProblem } from '#contract/errors.ts';
import type { FieldErrors, FieldName } from './registration-schema.ts';

/** What the fields are called on the screen, beside them and where they are spoken of. */
export const LABELS = {
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
type Labelled = keyof typeof LABELS;

/** Where a field without a place of its own is corrected. */
const CORRECTED_AT = new Map<string, Labelled>([
  ['occupationId', 'occupationName'],
  ['patientId', 'identificationNumber'],
]);

/** Returns the form's field of the wire's `birth_date`; a typed person's fields come under `patient.` */
export function formField(field: string): Labelled | undefined {
  const name = field.replace(/^patient\./, '').replace(/_./g, (pair) => pair.slice(1).toUpperCase());
  return CORRECTED_AT.get(name) ?? (Object.hasOwn(LABELS, name) ? (name as Labelled) : undefined);
}

/** The server's details (S10) beside their fields; what belongs to no field of the form stays for the notice. */
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

/** The same where the fields are not on the screen: each with its name, as far as the form knows it. */
export const detailLines = (details: readonly FieldProblem[]): readonly string[] =>
  details.map((problem) => {
    const name = formField(problem.field);
    return name === undefined ? problem.message : `${LABELS[name]}: ${problem.message}`;
  });
