import { useSearchParams } from 'react-router-dom';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { UserFilters } from '#sync/users.ts';
import { useSearchText } from '#ui/use-search-text.ts';
import { defaultFilters, readAddress, writeAddress, type AddressFilters } from './address.ts';

export interface Filters extends AddressFilters {
  /** As it stands in the field. */
  readonly typed: string;
  readonly question: UserFilters;
  readonly change: (patch: Partial<Omit<AddressFilters, 'page'>>) => void;
  readonly type: (text: string) => void;
  readonly turnTo: (page: number) => void;
  readonly clear: () => void;
}

/** Any change but of the page leads back to the first (spec §4). */
export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  const { typed, setTyped, search } = useSearchText('users', SEARCH_DEBOUNCE_MS.filter);
  const address = readAddress(params);
  const go = (next: AddressFilters, replace: boolean) => setParams(writeAddress(next), { replace });
  const { page, status, direction } = address;
  return {
    ...address,
    typed,
    question: { q: search, status, direction },
    change: (patch) => go({ ...address, ...patch, page: 1 }, true),
    type: (text) => {
      setTyped(text);
      if (page > 1) go({ ...address, page: 1 }, true);
    },
    turnTo: (next) => go({ ...address, page: next }, false),
    clear: () => {
      setTyped('');
      go(defaultFilters, true);
    },
  };
}
