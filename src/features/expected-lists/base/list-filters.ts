import { DateOnly, Uuid } from '#contract/primitives.ts';
import type { ExpectedListsFilter } from '#sync/expected/expected-lists.ts';

const parseDay = (text: string | null): string => DateOnly.safeParse(text).data ?? '';

/** Reads company, days and page from the address of a page. */
export function parseListsParams(params: URLSearchParams): ExpectedListsFilter {
  const page = Number(params.get('page'));
  return {
    companyId: Uuid.safeParse(params.get('company')).data ?? '',
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export const buildListsParams = ({ companyId, from, to, page }: ExpectedListsFilter): URLSearchParams =>
  new URLSearchParams({
    ...(companyId !== '' && { company: companyId }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(page > 1 && { page: String(page) }),
  });
