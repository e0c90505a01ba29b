import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { PATIENT_NON_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { ageOnDateText } from '#domain/time/calendar.ts';

/**
 * Returns the short facts about the patient, with the age on the day of the visit. Doctors need these facts to judge a finding.
 */
export function formatPatientSummary(evaluation: Pick<Evaluation, 'patient' | 'started_at'>): string {
  const facts = PATIENT_NON_NAME_FIELDS.map((field) => {
    const value = evaluation.patient[field];
    return field === 'birth_date'
      ? value && ageOnDateText(value, Date.parse(evaluation.started_at))
      : patientFieldText(field, value);
  });
  return facts.filter(Boolean).join(' · ');
}
