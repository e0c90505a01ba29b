import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { ListQuestion } from '#sync/evaluations.ts';
import { defaultFilters, readAddress, writeAddress, type AddressFilters } from './address.ts';

const SEARCH_KEY = ['search', 'evaluations'] as const;

/**
 * The search text lives in memory with the answers: it is there when one comes back from an evaluation, and gone with
 * the reader (D4, D5).
 */
function useSearchText() {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => client.getQueryData<string>(SEARCH_KEY) ?? '');
  const [settled] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS.list);
  useEffect(() => {
    client.setQueryData(SEARCH_KEY, typed);
  }, [client, typed]);
  // An emptied field needs no waiting for the next letter.
  return { typed, setTyped, search: typed.trim() === '' ? '' : settled.trim() };
}

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
  const { typed, setTyped, search } = useSearchText();
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
