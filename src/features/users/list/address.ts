import { USER_STATUSES } from '#contract/vocabulary.ts';
import type { UserFilters } from '#sync/administration/users/users.ts';
import { parsePage } from '#ui/lists/use-list-filters.ts';

/** Filters of the list that are stored in the URL. The search text is not stored, because it may contain names (D5). */
export interface UrlUserFilters extends Omit<UserFilters, 'q'> {
  /** Page number, starting at 1. */
  readonly page: number;
}

export const defaultUserFilters: UrlUserFilters = { status: 'all', direction: 'asc', page: 1 };

export function parseUserListParams(params: URLSearchParams): UrlUserFilters {
  return {
    status: USER_STATUSES.find((status) => status === params.get('status')) ?? 'all',
    direction: params.get('direction') === 'desc' ? 'desc' : 'asc',
    page: parsePage(params),
  };
}

export function formatUserListParams({ status, direction, page }: UrlUserFilters): URLSearchParams {
  const named = {
    status: status === 'all' ? '' : status,
    direction: direction === 'asc' ? '' : direction,
    page: page > 1 ? String(page) : '',
  };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''));
}
