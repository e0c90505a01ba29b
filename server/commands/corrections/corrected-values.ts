import type { Correction, Registration } from '#contract/records/evaluation/corrections.ts';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import type { CorrectedFieldName } from '#domain/evaluation/corrections.ts';
import { fullName } from '#domain/patient/name.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';

const named = ({ name, code }: { readonly name: string; readonly code: string }): string =>
  `${name} (${code})`;

/** Displayed value of each field; null without one. */
const SHOWN: Record<CorrectedFieldName, (registration: Registration) => string | null | undefined> = {
  patient: ({ patient }) =>
    `${fullName(patient)}, ${patient.identification_type} ${patient.identification_number}`,
  'patient.first_name': ({ patient }) => patient.first_name,
  'patient.middle_name': ({ patient }) => patient.middle_name,
  'patient.last_name': ({ patient }) => patient.last_name,
  'patient.second_last_name': ({ patient }) => patient.second_last_name,
  'patient.birth_date': ({ patient: { birth_date: day } }) => day && formatCalendarDay(day),
  'patient.gender': ({ patient: { gender } }) => gender && GENDER_LABELS[gender],
  'patient.occupation_name': ({ patient }) => patient.occupation_name,
  evaluation_type: ({ evaluation_type: type }) => named(type),
  employer_company: ({ employer_company: company }) => named(company),
  contractor_company: ({ contractor_company: company }) => company && named(company),
  additional_info: ({ additional_info: text }) => text,
};

/**
 * Returns the fields that the correction changed, with the values before and after. A field that keeps the value of a later
 * correction has the same value twice. A field that already had the new value is omitted.
 */
export const changesBetween = (
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
      before: SHOWN[field](before) ?? null,
      after: SHOWN[field](after) ?? null,
    }))
    .filter((change) => change.before !== change.after || stored.has(change.field));
