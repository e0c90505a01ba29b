import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { ageOnDateText } from '#domain/time/calendar.ts';

/** Returns age on the day of the visit, sex and job, if known; doctors need them to judge a finding. */
export function patientFacts(evaluation: Pick<Evaluation, 'patient' | 'started_at'>): string {
  const { birth_date: born, gender, occupation_name: job } = evaluation.patient;
  const facts = [
    born && ageOnDateText(born, Date.parse(evaluation.started_at)),
    gender && GENDER_LABELS[gender],
    job?.trim(),
  ];
  return facts.filter(Boolean).join(' · ');
}
