import { DateOnly, Uuid } from '#contract/primitives.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import type { EvaluationListFilters } from '#sync/reads/evaluations/evaluations.ts';
import { parsePage } from '#ui/lists/use-list-filters.ts';

/**
 * Filters that are part of the page's address, so that back and sharing work. The search text is not, because it contains names
 * and the browser's history stores addresses (D5).
 */
export interface AddressFilters extends Omit<EvaluationListFilters, 'search'> {
  /** Page number, starting at 1. */
  readonly page: number;
}

const OPEN_EVALUATION_STATUSES: readonly EvaluationStatus[] = ['pendiente', 'en_proceso'];

export const defaultEvaluationFilters: AddressFilters = {
  statuses: OPEN_EVALUATION_STATUSES,
  from: '',
  to: '',
  companyId: '',
  page: 1,
};

const validOrEmpty = (schema: typeof DateOnly | typeof Uuid, text: string | null): string => {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data : '';
};

function parseStatuses(text: string | null): readonly EvaluationStatus[] {
  const named = (text ?? '').split(',');
  const known = EVALUATION_STATUSES.filter((status) => named.includes(status));
  return known.length > 0 ? known : OPEN_EVALUATION_STATUSES;
}

export function parseEvaluationsAddress(params: URLSearchParams): AddressFilters {
  return {
    statuses: parseStatuses(params.get('status')),
    from: validOrEmpty(DateOnly, params.get('from')),
    to: validOrEmpty(DateOnly, params.get('to')),
    companyId: validOrEmpty(Uuid, params.get('company')),
    page: parsePage(params),
  };
}

const areExactlyOpenStatuses = (statuses: readonly EvaluationStatus[]): boolean =>
  statuses.length === OPEN_EVALUATION_STATUSES.length &&
  OPEN_EVALUATION_STATUSES.every((status) => statuses.includes(status));

/** Returns true if the list has only its default filter: open evaluations. */
export const hasDefaultFilters = ({ statuses, from, to, companyId }: AddressFilters): boolean =>
  areExactlyOpenStatuses(statuses) && from === '' && to === '' && companyId === '';

export function buildEvaluationsParams({
  statuses,
  from,
  to,
  companyId,
  page,
}: AddressFilters): URLSearchParams {
  const named = {
    status: areExactlyOpenStatuses(statuses) ? '' : statuses.join(','),
    from,
    to,
    company: companyId,
    page: page > 1 ? String(page) : '',
  };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''));
}

/** Adds or removes a status. The last status cannot be removed (P4). */
export function toggleStatusFilter(
  statuses: readonly EvaluationStatus[],
  status: EvaluationStatus,
): readonly EvaluationStatus[] {
  if (!statuses.includes(status))
    return EVALUATION_STATUSES.filter((one) => one === status || statuses.includes(one));
  return statuses.length > 1 ? statuses.filter((one) => one !== status) : statuses;
}
