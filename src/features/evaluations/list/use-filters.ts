import { useSearchParams } from 'react-router-dom';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { ListQuestion } from '#sync/evaluations.ts';
import { useSearchText } from '#ui/use-search-text.ts';
import { defaultFilters, readAddress, writeAddress, type AddressFilters } from './address.ts';

export interface Filters extends AddressFilters {
  /** As it stands in the field. */
  readonly typed: string;
  readonly question: ListQuestion;
  readonly change: (patch: Partial<Omit<AddressFilters, 'page'>>) => void;
  readonly type: (text: string) => void;
  readonly turnTo: (page: number) => void;
  readonly clear: () => void;
}

/** Any change but of the page leads back to the first (spec §4). */
export function useFilters(): Filters {
  const [params, setParams] = useSearchParams();
  const { typed, setTyped, search } = useSearchText('evaluations', SEARCH_DEBOUNCE_MS.list);
  const address = readAddress(params);
  const go = (next: AddressFilters, replace: boolean) => setParams(writeAddress(next), { replace });
  const { page, ...rest } = address;
  return {
    ...address,
    typed,
    question: { filters: { ...rest, search }, page },
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
