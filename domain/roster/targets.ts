import { IDENTIFICATION_LABELS } from '#contract/vocabulary.ts';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';

/**
 * Contents of columns that are no single field of the contract: two fields in one cell, or a name that the import looks up.
 * The others have the name of their field.
 */
const OWN_TARGET_LABELS = {
  document: `Tipo y número (${Object.keys(IDENTIFICATION_LABELS)[0]} 1020…)`,
  identification_type: 'Tipo de documento',
  identification_number: 'Número de documento',
  full_name: 'Nombre completo',
  given_names: 'Nombres',
  surnames: 'Apellidos',
  evaluation_type: 'Tipo de evaluación',
  package_job: 'Paquete de exámenes',
  hour: 'Hora',
  phone: 'Teléfono',
  email: 'Correo',
  notes: 'Observaciones',
} as const;

type OwnTarget = keyof typeof OWN_TARGET_LABELS;
/** Additional field of the clinic, by its id. */
type AdditionalTarget = `additional:${string}`;
/** Content of a column. */
export type RosterTarget = OwnTarget | PatientField | AdditionalTarget;

export const additionalTarget = (id: string): AdditionalTarget => `additional:${id}`;

const PATIENT_TARGET_LABELS = Object.fromEntries(
  PATIENT_DATA_FIELD_NAMES.map((field) => [field, PATIENT_FIELDS[field].label]),
) as Record<PatientField, string>;

/** Labels of all contents except additional fields, in the order in which a user chooses from them. */
export const TARGET_LABELS: Readonly<Record<OwnTarget | PatientField, string>> = {
  ...OWN_TARGET_LABELS,
  ...PATIENT_TARGET_LABELS,
};

/** Content of each column by its index; columns without an entry are ignored. */
export type ColumnMapping = ReadonlyMap<number, RosterTarget>;

/** Additional field as far as the import needs it. */
export interface RosterAdditionalField {
  readonly id: string;
  readonly name: string;
}

export const findColumn = (mapping: ColumnMapping, target: RosterTarget): number | null => {
  for (const [index, content] of mapping) if (content === target) return index;
  return null;
};

const DOCUMENT_NUMBER_TARGETS: readonly RosterTarget[] = ['document', 'identification_number'];
/** Returns true for a content that no two rows share. */
export const isDocumentNumber = (target: RosterTarget | undefined): boolean =>
  target !== undefined && DOCUMENT_NUMBER_TARGETS.includes(target);
const GIVEN_NAME_TARGETS: readonly RosterTarget[] = ['full_name', 'given_names', 'first_name'];

/** Returns which contents the mapping lacks, without which no row can be imported. */
export function findMissingTargets(mapping: ColumnMapping): ('number' | 'name')[] {
  const mapped = [...mapping.values()];
  return [
    ...(DOCUMENT_NUMBER_TARGETS.some((target) => mapped.includes(target)) ? [] : (['number'] as const)),
    ...(GIVEN_NAME_TARGETS.some((target) => mapped.includes(target)) ? [] : (['name'] as const)),
  ];
}
