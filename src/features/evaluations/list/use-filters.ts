import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { EvaluationListQuery } from '#sync/reads/evaluations.ts';
import { useListFilters, type ListFilterChanges } from '#ui/lists/use-list-filters.ts';
import { defaultFilters, readAddress, writeAddress, type AddressFilters } from './address.ts';

export interface Filters extends AddressFilters, ListFilterChanges<AddressFilters> {
  readonly question: EvaluationListQuery;
}

export function useFilters(): Filters {
  const { address, search, ...changes } = useListFilters({
    list: 'evaluations',
    wait: SEARCH_DEBOUNCE_MS.list,
    read: readAddress,
    write: writeAddress,
    usual: defaultFilters,
  });
  const { page, ...rest } = address;
  return { ...address, ...changes, question: { filters: { ...rest, search }, page } };
}
