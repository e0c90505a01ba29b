import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';

/** A page of a list as the app asks for it. */
export interface ListPage {
  readonly search?: string;
  /** From 1. */
  readonly page: number;
  /** Rows a page; the base contract's twenty unless said otherwise. */
  readonly size?: number;
  readonly includeInactive?: boolean;
  readonly sort?: 'name' | 'display_name';
  readonly direction?: 'asc' | 'desc';
}

/**
 * The wire's names of it, for catalogues, branches and users (P7); of what is off or empty nothing is sent (P5).
 * GET /evaluations, the options and the calls of ours have names of their own.
 */
export const listQuery = (asked: ListPage) => ({
  query: asked.search?.trim(),
  page: asked.page,
  pageSize: asked.size ?? PAGE_SIZE_DEFAULT,
  includeInactive: asked.includeInactive || undefined,
  sort: asked.sort ?? 'name',
  direction: asked.direction,
});

/** The same for the company filter of the evaluations' list, where the size has another name (P7). */
export function companyFilterQuery(search: string) {
  const { pageSize: size, ...query } = listQuery({ search, page: 1 });
  return { ...query, size };
}
