import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSearchText } from '../fields/use-search-text.ts';

/** Filters of a list as stored in the address, so that back and share work. */
interface Address {
  /** Counted from 1. */
  readonly page: number;
}

interface ListFiltersOptions<Filters extends Address> {
  /** Name of the list whose search text is remembered. */
  readonly list: string;
  /** Milliseconds from the last keystroke to the search. */
  readonly wait: number;
  readonly read: (params: URLSearchParams) => Filters;
  readonly write: (filters: Filters) => URLSearchParams;
  readonly usual: Filters;
}

export interface ListFilterChanges<Filters extends Address> {
  /** Search text in the field. */
  readonly typed: string;
  readonly change: (patch: Partial<Omit<Filters, 'page'>>) => void;
  readonly type: (text: string) => void;
  readonly turnTo: (page: number, replace?: boolean) => void;
  readonly clear: () => void;
}

interface ListFilters<Filters extends Address> extends ListFilterChanges<Filters> {
  readonly address: Filters;
  /** Search text that is applied. */
  readonly search: string;
}

/**
 * Keeps the filters in the address and the search text in memory. Any change except of the page leads back to the first page
 * (P4).
 */
export function useListFilters<Filters extends Address>(
  options: ListFiltersOptions<Filters>,
): ListFilters<Filters> {
  const { list, wait, read, write, usual } = options;
  const [params, setParams] = useSearchParams();
  const { typed, setTyped, search } = useSearchText(list, wait);
  const address = read(params);
  // The router renders a moment later, and two changes may follow faster, so `address` may be outdated.
  const newest = useRef(address);
  useEffect(() => {
    newest.current = read(params);
  }, [params, read]);
  const go = (next: Filters, replace: boolean) => {
    newest.current = next;
    setParams(write(next), { replace });
  };
  return {
    address,
    typed,
    search,
    change: (patch) => go({ ...newest.current, ...patch, page: 1 }, true),
    type: (text) => {
      setTyped(text);
      if (newest.current.page > 1) go({ ...newest.current, page: 1 }, true);
    },
    turnTo: (page, replace = false) => go({ ...newest.current, page }, replace),
    clear: () => {
      setTyped('');
      go(usual, true);
    },
  };
}
