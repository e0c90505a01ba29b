import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';

export interface ListQueryOptions {
  readonly search?: string;
  /** Page number, counted from 1. */
  readonly page: number;
  /** Number of rows per page; default 20, as in the base contract. */
  readonly size?: number;
  readonly includeInactive?: boolean;
  readonly sort?: 'name' | 'display_name' | 'position';
  readonly direction?: 'asc' | 'desc';
}

/**
 * Returns the query parameters for catalogues, branches and users (P7). Values that are empty or false are omitted (P5). GET
 * /evaluations, the options and our extensions use other parameter names.
 */
export const toListQuery = (options: ListQueryOptions) => ({
  query: options.search?.trim(),
  page: options.page,
  pageSize: options.size ?? PAGE_SIZE_DEFAULT,
  includeInactive: options.includeInactive || undefined,
  sort: options.sort ?? 'name',
  direction: options.direction,
});

/**
 * Returns the query parameters for the company filter of the evaluation list, where the page size is named differently (P7).
 */
export function toCompanyFilterQuery(search: string) {
  const { pageSize: size, ...query } = toListQuery({ search, page: 1 });
  return { ...query, size };
}
