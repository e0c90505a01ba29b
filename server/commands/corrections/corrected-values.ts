import type { Correction, Registration } from '#contract/records/evaluation/corrections.ts';
import { PATIENT_DATA_FIELDS, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { CorrectedFieldName } from '#domain/evaluation/corrections.ts';
import { fullName } from '#domain/patient/name.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';

const named = ({ name, code }: { readonly name: string; readonly code: string }): string =>
  `${name} (${code})`;

type Shown = (registration: Registration) => string | null;

const PATIENT_VALUES = Object.fromEntries(
  PATIENT_DATA_FIELDS.map((field): [string, Shown] => [
    `patient.${field}`,
    ({ patient }) => patientFieldText(field, patient[field]) || null,
  ]),
) as Record<`patient.${PatientField}`, Shown>;

const SHOWN: Record<CorrectedFieldName, Shown> = {
  patient: ({ patient }) =>
    `${fullName(patient)}, ${patient.identification_type} ${patient.identification_number}`,
  ...PATIENT_VALUES,
  evaluation_type: ({ evaluation_type: type }) => named(type),
  employer_company: ({ employer_company: company }) => named(company),
  contractor_company: ({ contractor_company: company }) => company && named(company),
  additional_info: ({ additional_info: text }) => text,
};

/**
 * Returns the corrected fields with their values before and after. A field that already had the new value is omitted. A field
 * that a later correction determines is listed with two equal values.
 */
export const fieldChangesBetween = (
  before: Registration,
  after: Registration,
  {
    named: fields,
    kept: stored,
  }: { readonly named: readonly CorrectedFieldName[]; readonly kept: ReadonlySet<string> },
): Correction['changes'] =>
  fields
    .map((field) => ({
      field,
      before: SHOWN[field](before),
      after: SHOWN[field](after),
    }))
    .filter((change) => change.before !== change.after || stored.has(change.field));
