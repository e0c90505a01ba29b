import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allRows, type CatalogFilters } from '#domain/catalog/filters.ts';
import { readCatalogFilters, type KeptFilters } from '#storage/cache/catalog-filters.ts';
import { saveCatalogFilters } from '#sync/changes/on-device-aside.ts';

/** Where somebody is in a catalogue's list. It outlives the screen, and with `keeps` its filters outlive the page (P9). */
export interface ListState extends CatalogFilters {
  /** From 1. */
  readonly page: number;
  /** The row that is open beside the list. */
  readonly selectedId: string | null;
}

const START: ListState = { ...allRows, page: 1, selectedId: null };

interface ListStateOf {
  readonly key: string;
  readonly keeps: KeptFilters | null;
}

export interface HeldListState {
  /** Undefined until the device has answered. */
  readonly listState: ListState | undefined;
  readonly change: (patch: Partial<ListState>) => void;
}

export function useListState(ownerId: string, { key, keeps }: ListStateOf): HeldListState {
  const client = useQueryClient();
  const queryKey = ['catalog-list-state', ownerId, key];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (keeps ? { ...START, ...(await readCatalogFilters(ownerId, keeps)) } : START),
    // Nobody's answer: what asks for everything anew, once the link is back, would begin at the start.
    staleTime: 'static',
    gcTime: Infinity,
    retry: false,
  });
  // A device that cannot be read keeps nobody from the list.
  const listState = data ?? (error ? START : undefined);
  const change = (patch: Partial<ListState>) => {
    // Not `listState`: the screen is a moment behind, and two changes may follow each other faster.
    const before = client.getQueryData<ListState>(queryKey) ?? START;
    const { page, selectedId, ...filters } = { ...before, ...patch };
    client.setQueryData<ListState>(queryKey, { ...filters, page, selectedId });
    if (keeps && listState && isOther(filters, before))
      saveCatalogFilters(ownerId, keeps, filters).catch(reportError);
  };
  return { listState, change };
}

const isOther = (one: CatalogFilters, other: CatalogFilters): boolean =>
  one.search !== other.search ||
  one.includeInactive !== other.includeInactive ||
  one.companyId !== other.companyId;

export interface ListFilters extends ListState {
  /** As it stands in the field. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Any change but of the page leads back to the first. */
  readonly narrow: (patch: Partial<CatalogFilters>) => void;
  readonly turnTo: (page: number) => void;
  readonly select: (id: string | null) => void;
  readonly reset: () => void;
}

/** `debounce`: milliseconds from the last letter to the search. */
export function useListFilters(
  listState: ListState,
  change: HeldListState['change'],
  debounce: number,
): ListFilters {
  const [typed, setTyped] = useState(listState.search);
  const narrow = (patch: Partial<CatalogFilters>) => change({ ...patch, page: 1 });
  const settle = useDebouncedCallback((text: string) => narrow({ search: text.trim() }), {
    delay: debounce,
    flushOnUnmount: true,
  });
  const showNow = (search: string) => {
    settle.cancel();
    setTyped(search);
  };
  return {
    ...listState,
    typed,
    type: (text) => {
      setTyped(text);
      settle(text);
      // An emptied field needs no waiting for the next letter.
      if (text.trim() === '') settle.flush();
    },
    narrow: (patch) => {
      if (patch.search !== undefined) showNow(patch.search);
      narrow(patch);
    },
    turnTo: (page) => change({ page }),
    select: (selectedId) => change({ selectedId }),
    reset: () => {
      showNow('');
      narrow(allRows);
    },
  };
}
