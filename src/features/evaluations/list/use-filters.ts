import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { EvaluationListQuery } from '#sync/reads/evaluations/evaluations.ts';
import { useListFilters, type ListFilterActions } from '#ui/lists/use-list-filters.ts';
import {
  defaultEvaluationFilters,
  parseEvaluationsAddress,
  buildEvaluationsParams,
  type AddressFilters,
} from './address.ts';

export interface EvaluationFilterState extends AddressFilters, ListFilterActions<AddressFilters> {
  readonly question: EvaluationListQuery;
}

export function useEvaluationFilters(): EvaluationFilterState {
  const { address, search, ...changes } = useListFilters({
    list: 'evaluations',
    wait: SEARCH_DEBOUNCE_MS.list,
    read: parseEvaluationsAddress,
    write: buildEvaluationsParams,
    usual: defaultEvaluationFilters,
  });
  const { page, ...rest } = address;
  return { ...address, ...changes, question: { filters: { ...rest, search }, page } };
}
