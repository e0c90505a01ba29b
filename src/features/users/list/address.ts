import { USER_STATUSES } from '#contract/vocabulary.ts';
import type { UserFilters } from '#sync/administration/users.ts';

/** The list's filters as they stand in the address; the search text, which names people, is not among them (D5). */
export interface AddressFilters extends Omit<UserFilters, 'q'> {
  /** From 1. */
  readonly page: number;
}

export const defaultFilters: AddressFilters = { status: 'all', direction: 'asc', page: 1 };

/** Whatever in the address means nothing is as if it were not there. */
export function readAddress(params: URLSearchParams): AddressFilters {
  const page = Number(params.get('page'));
  return {
    status: USER_STATUSES.find((status) => status === params.get('status')) ?? 'all',
    direction: params.get('direction') === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** What is as usual is left out. */
export function writeAddress({ status, direction, page }: AddressFilters): URLSearchParams {
  const named = {
    status: status === 'all' ? '' : status,
    direction: direction === 'asc' ? '' : direction,
    page: page > 1 ? String(page) : '',
  };
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''));
}
