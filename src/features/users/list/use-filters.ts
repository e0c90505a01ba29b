import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { UserFilters } from '#sync/administration/users/users.ts';
import { useListFilters, type ListFilterActions } from '#ui/lists/use-list-filters.ts';
import {
  defaultUserFilters,
  parseUserListParams,
  formatUserListParams,
  type UrlUserFilters,
} from './address.ts';

export interface UserFilterState extends UrlUserFilters, ListFilterActions<UrlUserFilters> {
  readonly question: UserFilters;
}

export function useUserFilters(): UserFilterState {
  const { address, search, ...changes } = useListFilters({
    list: 'users',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseUserListParams,
    write: formatUserListParams,
    usual: defaultUserFilters,
  });
  const { status, direction } = address;
  return { ...address, ...changes, question: { q: search, status, direction } };
}
