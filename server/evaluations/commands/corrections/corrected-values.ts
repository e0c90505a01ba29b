import type { Correction, CorrectionBody, Registration } from '#contract/records/evaluation/corrections.ts';
import { PATIENT_DATA_FIELDS, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import {
  type AdditionalFieldName,
  type CorrectedFieldName,
  additionalFieldName,
  isAdditionalFieldName,
} from '#domain/evaluation/corrections.ts';
import { fullName } from '#domain/patient/name.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';

const nameAndCode = ({ name, code }: { readonly name: string; readonly code: string }): string =>
  `${name} (${code})`;

type DisplayValue = (registration: Registration) => string | null;

const PATIENT_VALUES = Object.fromEntries(
  PATIENT_DATA_FIELDS.map((field): [string, DisplayValue] => [
    `patient.${field}`,
    ({ patient }) => patientFieldText(field, patient[field]) || null,
  ]),
) as Record<`patient.${PatientField}`, DisplayValue>;

const DISPLAY_VALUES: Record<Exclude<CorrectedFieldName, AdditionalFieldName>, DisplayValue> = {
  patient: ({ patient }) =>
    `${fullName(patient)}, ${patient.identification_type} ${patient.identification_number}`,
  ...PATIENT_VALUES,
  evaluation_type: ({ evaluation_type: type }) => nameAndCode(type),
  employer_company: ({ employer_company: company }) => nameAndCode(company),
  contractor_company: ({ contractor_company: company }) => company && nameAndCode(company),
  additional_info: ({ additional_info: text }) => text,
};

const additionalOf = ({ additional_fields: fields = [] }: Registration, name: AdditionalFieldName) =>
  fields.find(({ field_id: id }) => additionalFieldName(id) === name);

const shownAdditional =
  (name: AdditionalFieldName): DisplayValue =>
  (registration) => {
    const { kind, value = null } = additionalOf(registration, name) ?? {};
    return kind === undefined || value === null ? null : additionalValueText(kind, value);
  };

interface CorrectionParts {
  readonly named: readonly CorrectedFieldName[];
  readonly kept: ReadonlySet<string>;
  /** Values of the correction, which contain the labels of fields that have no value before and after. */
  readonly given: CorrectionBody['additional_fields'];
}

function changeOf(
  field: CorrectedFieldName,
  { before, after }: { readonly before: Registration; readonly after: Registration },
  given: CorrectionParts['given'] = [],
): Correction['changes'][number] {
  if (!isAdditionalFieldName(field))
    return { field, before: DISPLAY_VALUES[field](before), after: DISPLAY_VALUES[field](after) };
  const sent = given.find(({ field_id: id }) => additionalFieldName(id) === field);
  const label = (sent ?? additionalOf(after, field) ?? additionalOf(before, field))?.name;
  const shown = shownAdditional(field);
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
    .map((field) => changeOf(field, { before, after }, given))
    .filter((change) => change.before !== change.after || stored.has(change.field));
