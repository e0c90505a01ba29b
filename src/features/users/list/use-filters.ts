import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { UserFilters } from '#sync/administration/users.ts';
import { useListFilters, type ListFilterChanges } from '#ui/lists/use-list-filters.ts';
import { defaultFilters, readAddress, writeAddress, type AddressFilters } from './address.ts';

export interface Filters extends AddressFilters, ListFilterChanges<AddressFilters> {
  readonly question: UserFilters;
}

export function useFilters(): Filters {
  const { address, search, ...changes } = useListFilters({
    list: 'users',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: readAddress,
    write: writeAddress,
    usual: defaultFilters,
  });
  const { status, direction } = address;
  return { ...address, ...changes, question: { q: search, status, direction } };
}
