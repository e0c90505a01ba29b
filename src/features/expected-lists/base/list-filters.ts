import { DateOnly, Uuid } from '#contract/primitives.ts';
import type { ExpectedListsFilter } from '#sync/expected/expected-lists.ts';
import { parsePage } from '#ui/lists/use-list-filters.ts';

const parseDay = (text: string | null): string => DateOnly.safeParse(text).data ?? '';

/** Reads company, days and page from the address of a page. */
export const parseListsParams = (params: URLSearchParams): ExpectedListsFilter => ({
  companyId: Uuid.safeParse(params.get('company')).data ?? '',
  from: parseDay(params.get('from')),
  to: parseDay(params.get('to')),
  page: parsePage(params),
});

export const buildListsParams = ({ companyId, from, to, page }: ExpectedListsFilter): URLSearchParams =>
  new URLSearchParams({
    ...(companyId !== '' && { company: companyId }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(page > 1 && { page: String(page) }),
  });
