import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { GENDER_LABELS } from '#contract/vocabulary.ts';
import { ageOn } from '#domain/time/calendar.ts';

const ageOf = ({ patient, started_at: start }: Pick<Evaluation, 'patient' | 'started_at'>): string | null => {
  const age = patient.birth_date ? ageOn(patient.birth_date, Date.parse(start)) : null;
  return age === null ? null : `${age} ${age === 1 ? 'año' : 'años'}`;
};

/** Age on the day of the visit, sex and job, as far as they are known: what a doctor judges a finding by. */
export function personFacts(evaluation: Pick<Evaluation, 'patient' | 'started_at'>): string {
  const { gender, occupation_name: job } = evaluation.patient;
  const facts = [ageOf(evaluation), gender && GENDER_LABELS[gender], job?.trim()];
  return facts.filter(Boolean).join(' · ');
}
