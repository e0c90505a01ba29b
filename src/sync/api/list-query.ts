import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';

/** Page of a list as the app requests it. */
export interface ListPage {
  readonly search?: string;
  /** Page number, counted from 1. */
  readonly page: number;
  /** Rows per page; default: the base contract's twenty. */
  readonly size?: number;
  readonly includeInactive?: boolean;
  readonly sort?: 'name' | 'display_name';
  readonly direction?: 'asc' | 'desc';
}

/**
 * Returns the query parameters for catalogues, branches and users (P7); values that are off or empty are not sent (P5). GET
 * /evaluations, the options and our own calls have other names.
 */
export const listQuery = (asked: ListPage) => ({
  query: asked.search?.trim(),
  page: asked.page,
  pageSize: asked.size ?? PAGE_SIZE_DEFAULT,
  includeInactive: asked.includeInactive || undefined,
  sort: asked.sort ?? 'name',
  direction: asked.direction,
});

/** Returns the query parameters for the company filter of the evaluations' list, where the page size has another name (P7). */
export function companyFilterQuery(search: string) {
  const { pageSize: size, ...query } = listQuery({ search, page: 1 });
  return { ...query, size };
}
