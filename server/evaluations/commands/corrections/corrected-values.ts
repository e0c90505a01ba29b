import type { Correction, CorrectionBody, Registration } from '#contract/records/evaluation/corrections.ts';
import { PATIENT_DATA_FIELD_NAMES, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import {
  type AdditionalFieldPath,
  type CorrectedFieldName,
  correctedAdditionalFieldPath,
  isAdditionalFieldPath,
} from '#domain/evaluation/corrections.ts';
import { fullName } from '#domain/patient/name.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';

const nameAndCodeText = ({ name, code }: { readonly name: string; readonly code: string }): string =>
  `${name} (${code})`;

type FormatRegistrationValue = (registration: Registration) => string | null;

const PATIENT_VALUE_FORMATTERS = Object.fromEntries(
  PATIENT_DATA_FIELD_NAMES.map((field): [string, FormatRegistrationValue] => [
    `patient.${field}`,
    ({ patient }) => patientFieldText(field, patient[field]) || null,
  ]),
) as Record<`patient.${PatientField}`, FormatRegistrationValue>;

const VALUE_FORMATTERS: Record<Exclude<CorrectedFieldName, AdditionalFieldPath>, FormatRegistrationValue> = {
  patient: ({ patient }) =>
    `${fullName(patient)}, ${patient.identification_type} ${patient.identification_number}`,
  ...PATIENT_VALUE_FORMATTERS,
  evaluation_type: ({ evaluation_type: type }) => nameAndCodeText(type),
  employer_company: ({ employer_company: company }) => nameAndCodeText(company),
  contractor_company: ({ contractor_company: company }) => company && nameAndCodeText(company),
  additional_info: ({ additional_info: text }) => text,
};

const findAdditionalField = ({ additional_fields: fields = [] }: Registration, name: AdditionalFieldPath) =>
  fields.find(({ field_id: id }) => correctedAdditionalFieldPath(id) === name);

const createAdditionalFormatter =
  (name: AdditionalFieldPath): FormatRegistrationValue =>
  (registration) => {
    const { kind, value = null } = findAdditionalField(registration, name) ?? {};
    return kind === undefined || value === null ? null : additionalValueText(kind, value);
  };

interface CorrectionParts {
  readonly named: readonly CorrectedFieldName[];
  readonly kept: ReadonlySet<string>;
  /**
   * Additional values as the correction contains them. They have the label of each field, which the registration lacks for a
   * field without a value before and after the correction.
   */
  readonly given: CorrectionBody['additional_fields'];
}

function createFieldChange(
  field: CorrectedFieldName,
  { before, after }: { readonly before: Registration; readonly after: Registration },
  given: CorrectionParts['given'] = [],
): Correction['changes'][number] {
  if (!isAdditionalFieldPath(field))
    return { field, before: VALUE_FORMATTERS[field](before), after: VALUE_FORMATTERS[field](after) };
  const sent = given.find(({ field_id: id }) => correctedAdditionalFieldPath(id) === field);
  const label = (sent ?? findAdditionalField(after, field) ?? findAdditionalField(before, field))?.name;
  const shown = createAdditionalFormatter(field);
  return { field, ...(label !== undefined && { label }), before: shown(before), after: shown(after) };
}

/**
 * Returns the corrected fields with their values before and after. A field that already had the new value is omitted. A field
 * that a later correction determines is listed with two equal values.
 */
export const fieldChangesBetween = (
  before: Registration,
  after: Registration,
  { named: fields, kept: stored, given }: CorrectionParts,
): Correction['changes'] =>
  fields
    .map((field) => createFieldChange(field, { before, after }, given))
    .filter((change) => change.before !== change.after || stored.has(change.field));
