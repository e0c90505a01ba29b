import { DateOnly } from '#contract/primitives.ts';
import { Uuid } from '#contract/primitives.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { ExpectedListsFilter } from '#sync/expected/expected-lists.ts';
import { useListFilters } from '#ui/lists/use-list-filters.ts';

const NO_FILTERS: ExpectedListsFilter = { companyId: '', from: '', to: '', page: 1 };

const parseDay = (text: string | null): string => DateOnly.safeParse(text).data ?? '';

function parseAddressFilters(params: URLSearchParams): ExpectedListsFilter {
  const page = Number(params.get('page'));
  return {
    companyId: Uuid.safeParse(params.get('company')).data ?? '',
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

const buildAddressParams = ({ companyId, from, to, page }: ExpectedListsFilter): URLSearchParams =>
  new URLSearchParams({
    ...(companyId !== '' && { company: companyId }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(page > 1 && { page: String(page) }),
  });

export const useExpectedListFilters = () =>
  useListFilters({
    list: 'expected-lists',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseAddressFilters,
    write: buildAddressParams,
    usual: NO_FILTERS,
  });
