import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { ExpectedListsFilter } from '#sync/expected/expected-lists.ts';
import { useListFilters } from '#ui/lists/use-list-filters.ts';
import { buildListsParams, parseListsParams } from '../base/list-filters.ts';

const NO_FILTERS: ExpectedListsFilter = { companyId: '', from: '', to: '', page: 1 };

export const useExpectedListFilters = () =>
  useListFilters({
    list: 'expected-lists',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseListsParams,
    write: buildListsParams,
    usual: NO_FILTERS,
  });
