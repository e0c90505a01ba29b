import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSearchText } from '../fields/use-search-text.ts';

/** Filters of a list that are part of the address, so that the back button and shared links work. */
interface UrlFilters {
  /** Page number, counted from 1. */
  readonly page: number;
}

/** Returns the page number in the address; 1 if there is none or it is not valid. */
export function parsePage(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 1 ? page : 1;
}

interface ListFiltersOptions<Filters extends UrlFilters> {
  /** Name of the list, under which its search text is stored. */
  readonly list: string;
  /** Delay from the last keystroke to the search, ms. */
  readonly wait: number;
  readonly read: (params: URLSearchParams) => Filters;
  readonly write: (filters: Filters) => URLSearchParams;
  readonly usual: Filters;
}

export interface ListFilterActions<Filters extends UrlFilters> {
  readonly typed: string;
  readonly change: (patch: Partial<Omit<Filters, 'page'>>) => void;
  readonly type: (text: string) => void;
  readonly turnTo: (page: number, replace?: boolean) => void;
  readonly clear: () => void;
}

interface ListFilters<Filters extends UrlFilters> extends ListFilterActions<Filters> {
  readonly address: Filters;
  /** Search text that is applied to the list. */
  readonly search: string;
}

/**
 * Stores the filters in the address and the search text in memory. Each change, except of the page, returns to the first page
 * (P4).
 */
export function useListFilters<Filters extends UrlFilters>(
  options: ListFiltersOptions<Filters>,
): ListFilters<Filters> {
  const { list, wait, read, write, usual } = options;
  const [params, setParams] = useSearchParams();
  const { typed, setTyped, search } = useSearchText(list, wait);
  const address = read(params);
  // Newest address. `address` may be outdated, because two changes may occur before the router renders.
  const newest = useRef(address);
  useEffect(() => {
    newest.current = read(params);
  }, [params, read]);
  const applyFilters = (next: Filters, replace: boolean) => {
    newest.current = next;
    setParams(write(next), { replace });
  };
  return {
    address,
    typed,
    search,
    change: (patch) => applyFilters({ ...newest.current, ...patch, page: 1 }, true),
    type: (text) => {
      setTyped(text);
      if (newest.current.page > 1) applyFilters({ ...newest.current, page: 1 }, true);
    },
    turnTo: (page, replace = false) => applyFilters({ ...newest.current, page }, replace),
    clear: () => {
      setTyped('');
      applyFilters(usual, true);
    },
  };
}
