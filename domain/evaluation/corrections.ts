import type { Correction, CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';

type PatientFieldPath = `patient.${PatientField}`;
const PATIENT_FIELD_LABELS = Object.fromEntries(
  PATIENT_DATA_FIELD_NAMES.map((field) => [`patient.${field}`, PATIENT_FIELDS[field].label]),
) as Record<PatientFieldPath, string>;

/** Labels of a registration's fields for screens and documents, by the field names in `Correction.changes`. */
const CORRECTED_FIELD_LABELS = {
  patient: 'Paciente',
  ...PATIENT_FIELD_LABELS,
  evaluation_type: 'Tipo de evaluación',
  employer_company: 'Empresa empleadora',
  contractor_company: 'Empresa contratista',
  additional_info: 'Información adicional',
} as const satisfies Record<'patient' | PatientFieldPath, string> & Record<string, string>;

export type AdditionalFieldPath = `additional.${string}`;
export type CorrectedFieldName = keyof typeof CORRECTED_FIELD_LABELS | AdditionalFieldPath;

const ADDITIONAL_PREFIX = 'additional.';
export const correctedAdditionalFieldPath = (id: string): AdditionalFieldPath =>
  `${ADDITIONAL_PREFIX}${id.toLowerCase()}`;
export const isAdditionalFieldPath = (field: string): field is AdditionalFieldPath =>
  field.startsWith(ADDITIONAL_PREFIX);

const isLabelledField = (field: string): field is keyof typeof CORRECTED_FIELD_LABELS =>
  Object.hasOwn(CORRECTED_FIELD_LABELS, field);

const PICTURE_LABELS: Readonly<Record<string, string>> = { photo: 'Fotografía', signature: 'Firma' };

/**
 * Returns the label of a field or image; an unknown name is returned unchanged. Only the correction contains the label of an
 * additional field.
 */
export const correctedFieldLabel = (name: string): string => {
  if (isAdditionalFieldPath(name)) return 'Campo adicional';
  return isLabelledField(name) ? CORRECTED_FIELD_LABELS[name] : (PICTURE_LABELS[name] ?? name);
};

const NO_VALUE_TEXT = 'sin dato';

/**
 * Returns 'before → after'. Equal values mean that the correction did not change the field, because the present value was
 * confirmed later than the correction; the text states this.
 */
function formatCorrectedField({
  before,
  after,
}: {
  readonly before: string | null;
  readonly after: string | null;
}): string {
  const [then, now] = [before ?? NO_VALUE_TEXT, after ?? NO_VALUE_TEXT];
  return before === after ? `sigue ${now}, que se confirmó después` : `${then} → ${now}`;
}

const PENDING_PICTURE_TEXT = 'se anunció otra, que no ha llegado';
const NO_CHANGE_TEXT = 'Sin cambios: el registro ya decía eso.';

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
  return lines.length === 0 ? [NO_CHANGE_TEXT] : lines;
}

const FIELD_NAME_BY_BODY_KEY = {
  evaluation_type_id: 'evaluation_type',
  employer_company_id: 'employer_company',
  contractor_company_id: 'contractor_company',
  additional_info: 'additional_info',
} as const satisfies Partial<Record<keyof CorrectionBody, CorrectedFieldName>>;
const EVALUATION_BODY_KEYS = Object.keys(FIELD_NAME_BY_BODY_KEY) as (keyof typeof FIELD_NAME_BY_BODY_KEY)[];

/** Returns the names of the patient data that are present; null counts as present, undefined does not. */
export const presentPatientFieldPaths = (
  data: { readonly [Field in PatientField]?: unknown } | undefined,
): PatientFieldPath[] =>
  PATIENT_DATA_FIELD_NAMES.filter((field) => data?.[field] !== undefined).map(
    (field) => `patient.${field}` as const,
  );

export const correctedFieldNames = (body: CorrectionBody): CorrectedFieldName[] => [
  ...(body.other_patient ? (['patient'] as const) : []),
  ...presentPatientFieldPaths(body.patient),
  ...EVALUATION_BODY_KEYS.filter((key) => body[key] !== undefined).map((key) => FIELD_NAME_BY_BODY_KEY[key]),
  ...(body.additional_fields ?? []).map(({ field_id: id }) => correctedAdditionalFieldPath(id)),
];
