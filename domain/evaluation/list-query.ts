import type {
  Evaluation,
  EvaluationList,
  EvaluationListItem,
} from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { fullName } from '../patient/name.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { patientSearchWordForms } from '../patient/search.ts';
import { foldText } from '../text/fold.ts';
import { ageOn } from '../time/calendar.ts';
import { startOfBogotaDay } from '../time/clock.ts';
import { isReferenced, parseEvaluationReference } from './reference.ts';

/** Returns true for an evaluation that repeats another one, so that its patient does not wait. */
export const isRepetition = ({ repetition }: Pick<EvaluationListItem, 'repetition'>): boolean =>
  repetition?.state === 'repeats';

/** Filters of the list, as the user sets them; an empty text means no filter. Days are in Bogotá and included. */
export interface EvaluationListFilters {
  readonly statuses: readonly EvaluationStatus[];
  readonly search: string;
  readonly from: string;
  readonly to: string;
  readonly companyId: string;
}

/**
 * Returns true when the list contains open evaluations only. Such a list begins with the longest waiting patient. All other
 * lists begin with the newest evaluation, because users look for the newest evaluation at the beginning of the list.
 */
export const hasOnlyOpenStatuses = ({ statuses }: Pick<EvaluationListFilters, 'statuses'>): boolean =>
  !statuses.includes('cerrada');

const DAY_MS = 24 * 60 * 60_000;
/** Returns the start of a day in Bogotá. 17:00 UTC is noon in Bogotá (UTC−5), so the instant is certainly on this day. */
const startOfCalendarDay = (day: string): number => startOfBogotaDay(Date.parse(`${day}T17:00:00Z`));

const aptitudeIfClosed = ({ status, decisions }: Evaluation): EvaluationListItem['aptitude'] =>
  status === 'cerrada' ? (decisions?.aptitude ?? null) : null;

/** Returns the valid signed version; null for an open evaluation, or when the server does not number its versions. */
const validVersionOf = ({
  status,
  version,
  closed_at: closedAt,
}: Evaluation): EvaluationListItem['closing'] =>
  status === 'cerrada' && version !== undefined && closedAt !== null
    ? { version, closed_at: closedAt }
    : null;

export const signedListItemFields = (
  evaluation: Evaluation,
): Pick<EvaluationListItem, 'aptitude' | 'closing'> => ({
  aptitude: aptitudeIfClosed(evaluation),
  closing: validVersionOf(evaluation),
});

const ageAtVisit = ({ patient: { birth_date: born }, started_at: at }: Evaluation): number | null =>
  born ? ageOn(born, Date.parse(at)) : null;

const toListItem = (evaluation: Evaluation): EvaluationListItem => ({
  id: evaluation.id,
  status: evaluation.status,
  started_at: evaluation.started_at,
  patient: {
    full_name: fullName(evaluation.patient),
    identification_type: evaluation.patient.identification_type,
    identification_number: evaluation.patient.identification_number,
    age: ageAtVisit(evaluation),
    occupation_name: evaluation.patient.occupation_name ?? null,
  },
  evaluation_type: evaluation.evaluation_type,
  employer_company: evaluation.employer_company,
  contractor_company: evaluation.contractor_company,
  turn: evaluation.turn ?? null,
  ...signedListItemFields(evaluation),
});

function matchesSearch(evaluation: Evaluation, search: string): boolean {
  const { identification_type: type, identification_number: number } = evaluation.patient;
  const text = foldText(
    `${fullName(evaluation.patient)} ${type} ${number} ${normalizeDocumentNumber(type, number)}`,
  );
  return patientSearchWordForms(search).every((ways) => ways.some((way) => text.includes(way)));
}

/**
 * Returns true for an evaluation that the search text names, even if the evaluation does not match the other filters, and for
 * an evaluation that matches all filters. The server does the same.
 */
export function matchesReferenceOrFilters(evaluation: Evaluation, filters: EvaluationListFilters): boolean {
  const reference = parseEvaluationReference(filters.search);
  if (reference && isReferenced(evaluation, reference)) return true;
  const startedAt = Date.parse(evaluation.started_at);
  return (
    filters.statuses.includes(evaluation.status) &&
    (filters.from === '' || startedAt >= startOfCalendarDay(filters.from)) &&
    (filters.to === '' || startedAt < startOfCalendarDay(filters.to) + DAY_MS) &&
    (filters.companyId === '' || evaluation.employer_company.id === filters.companyId) &&
    matchesSearch(evaluation, filters.search)
  );
}

/** Returns a page of the evaluations that are cached on the device, in the order of the server's list. `page` starts at 1. */
export function selectCachedEvaluationPage(
  evaluations: readonly Evaluation[],
  filters: EvaluationListFilters,
  { page, size }: { page: number; size: number },
): EvaluationList {
  const found = evaluations
    .filter((evaluation) => matchesReferenceOrFilters(evaluation, filters))
    .sort((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at) || a.id.localeCompare(b.id));
  if (hasOnlyOpenStatuses(filters)) found.reverse();
  return { items: found.slice((page - 1) * size, page * size).map(toListItem), total: found.length };
}
