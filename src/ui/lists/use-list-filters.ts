import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSearchText } from '../fields/use-search-text.ts';

/** A list's filters as they stand in the address, so that back and share work. */
interface Address {
  /** From 1. */
  readonly page: number;
}

interface ListFiltersOptions<Filters extends Address> {
  /** Which list's search text is remembered. */
  readonly list: string;
  /** Milliseconds from the last letter to the search. */
  readonly wait: number;
  readonly read: (params: URLSearchParams) => Filters;
  readonly write: (filters: Filters) => URLSearchParams;
  readonly usual: Filters;
}

export interface ListFilterChanges<Filters extends Address> {
  /** The search text as it stands in the field. */
  readonly typed: string;
  readonly change: (patch: Partial<Omit<Filters, 'page'>>) => void;
  readonly type: (text: string) => void;
  readonly turnTo: (page: number, replace?: boolean) => void;
  readonly clear: () => void;
}

interface ListFilters<Filters extends Address> extends ListFilterChanges<Filters> {
  readonly address: Filters;
  /** The search text as it is searched for. */
  readonly search: string;
}

/** Filters in the address, the search text in memory. Any change but of the page leads back to the first (P4). */
export function useListFilters<Filters extends Address>(
  options: ListFiltersOptions<Filters>,
): ListFilters<Filters> {
  const { list, wait, read, write, usual } = options;
  const [params, setParams] = useSearchParams();
  const { typed, setTyped, search } = useSearchText(list, wait);
  const address = read(params);
  // Not `address`: the router draws a moment later, and two changes may follow each other faster.
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
