import { PAGE_SIZE_MAX, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import {
  EXPECTED_PEOPLE_STATES,
  type ExpectedPeopleState,
} from '#contract/records/evaluation/expected-lists.ts';
import { parsePage, useListFilters } from '#ui/lists/use-list-filters.ts';

type StateFilter = ExpectedPeopleState | 'all';

/** Filters that are part of the page's address. The search text is not, because it may contain names (D5). */
interface AddressFilters {
  readonly state: StateFilter;
  readonly page: number;
}

const NO_FILTERS: AddressFilters = { state: 'all', page: 1 };

export const parseStateFilter = (text: string | null): StateFilter =>
  EXPECTED_PEOPLE_STATES.find((state) => state === text) ?? 'all';

const parseAddressFilters = (params: URLSearchParams): AddressFilters => ({
  state: parseStateFilter(params.get('state')),
  page: parsePage(params),
});

const buildAddressParams = ({ state, page }: AddressFilters): URLSearchParams =>
  new URLSearchParams({ ...(state !== 'all' && { state }), ...(page > 1 && { page: String(page) }) });

export function useExpectedPeopleFilters(listId: string) {
  const filters = useListFilters({
    // Each list has its own search text, because the people of another list do not match it.
    list: `expected-people ${listId}`,
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseAddressFilters,
    write: buildAddressParams,
    usual: NO_FILTERS,
  });
  return { ...filters, question: { ...filters.address, search: filters.search, size: PAGE_SIZE_MAX } };
}

export type ExpectedPeopleFilters = ReturnType<typeof useExpectedPeopleFilters>;
