import type { Correction, CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import {
  PATIENT_DATA_FIELDS,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';

type PatientFieldPath = `patient.${PatientField}`;
const PATIENT_LABELS = Object.fromEntries(
  PATIENT_DATA_FIELDS.map((field) => [`patient.${field}`, PATIENT_FIELDS[field].label]),
) as Record<PatientFieldPath, string>;

/** Labels of a registration's fields for screens and documents, by the field names in `Correction.changes`. */
const CORRECTED_LABELS = {
  patient: 'Paciente',
  ...PATIENT_LABELS,
  evaluation_type: 'Tipo de evaluación',
  employer_company: 'Empresa empleadora',
  contractor_company: 'Empresa contratista',
  additional_info: 'Información adicional',
} as const satisfies Record<'patient' | PatientFieldPath, string> & Record<string, string>;

export type AdditionalFieldName = `additional.${string}`;
export type CorrectedFieldName = keyof typeof CORRECTED_LABELS | AdditionalFieldName;

const ADDITIONAL_PREFIX = 'additional.';
export const additionalFieldName = (id: string): AdditionalFieldName =>
  `${ADDITIONAL_PREFIX}${id.toLowerCase()}`;
export const isAdditionalFieldName = (field: string): field is AdditionalFieldName =>
  field.startsWith(ADDITIONAL_PREFIX);

const isCorrectedField = (field: string): field is keyof typeof CORRECTED_LABELS =>
  Object.hasOwn(CORRECTED_LABELS, field);

const PICTURE_LABELS: Readonly<Record<string, string>> = { photo: 'Fotografía', signature: 'Firma' };

/**
 * Returns the label of a field or image; an unknown name is returned unchanged. Only the correction contains the label of an
 * additional field.
 */
export const correctedFieldLabel = (name: string): string => {
  if (isAdditionalFieldName(name)) return 'Campo adicional';
  return isCorrectedField(name) ? CORRECTED_LABELS[name] : (PICTURE_LABELS[name] ?? name);
};

const NO_VALUE = 'sin dato';

/**
 * Returns 'before → after'. When another registration had already set the corrected value, the text states that the value
 * stays.
 */
function formatCorrectedField({
  before,
  after,
}: {
  readonly before: string | null;
  readonly after: string | null;
}): string {
  const [then, now] = [before ?? NO_VALUE, after ?? NO_VALUE];
  return before === after ? `sigue ${now}, que se confirmó después` : `${then} → ${now}`;
}

const PENDING_PICTURE_TEXT = 'se anunció otra, que no ha llegado';
const NO_CHANGE = 'Sin cambios: el registro ya decía eso.';

export function correctionLines({
  changes,
  pictures,
  awaited = [],
}: Pick<Correction, 'changes' | 'pictures' | 'awaited'>): string[] {
  const lines = [
    ...changes.map(
      (change) => `${change.label ?? correctedFieldLabel(change.field)}: ${formatCorrectedField(change)}`,
    ),
    ...pictures.map(
      (type) =>
        `${correctedFieldLabel(type)}: ${awaited.includes(type) ? PENDING_PICTURE_TEXT : 'tomada de nuevo'}`,
    ),
  ];
  return lines.length === 0 ? [NO_CHANGE] : lines;
}

const EVALUATION_FIELD_NAMES = {
  evaluation_type_id: 'evaluation_type',
  employer_company_id: 'employer_company',
  contractor_company_id: 'contractor_company',
  additional_info: 'additional_info',
} as const satisfies Partial<Record<keyof CorrectionBody, CorrectedFieldName>>;
const EVALUATION_KEYS = Object.keys(EVALUATION_FIELD_NAMES) as (keyof typeof EVALUATION_FIELD_NAMES)[];

/** Returns the names of the patient data that are present; null counts as present, undefined does not. */
export const presentPatientFields = (
  data: { readonly [Field in PatientField]?: unknown } | undefined,
): PatientFieldPath[] =>
  PATIENT_DATA_FIELDS.filter((field) => data?.[field] !== undefined).map(
    (field) => `patient.${field}` as const,
  );

export const correctedFieldNames = (body: CorrectionBody): CorrectedFieldName[] => [
  ...(body.other_patient ? (['patient'] as const) : []),
  ...presentPatientFields(body.patient),
  ...EVALUATION_KEYS.filter((key) => body[key] !== undefined).map((key) => EVALUATION_FIELD_NAMES[key]),
  ...(body.additional_fields ?? []).map(({ field_id: id }) => additionalFieldName(id)),
];
