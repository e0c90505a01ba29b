import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { allRows, type CatalogFilters } from '#domain/catalog/filters.ts';
import { readCatalogFilters, type StoredFilters } from '#storage/cache/catalog-filters.ts';
import { saveCatalogFilters } from '#sync/changes/on-device-aside.ts';
import { isSameAddress, namesFilters, readAddress, writeAddress } from './address.ts';

/** State of a catalogue's list. It outlives the screen; with `keeps`, its filters also outlive the page (P9). */
export interface ListState extends CatalogFilters {
  /** Page number, starting at 1. */
  readonly page: number;
  /** Id of the row that is open next to the list. */
  readonly selectedId: string | null;
  /** Mounted list that has adopted this state. A new mount first adopts the state that an earlier one left. */
  readonly seenBy: symbol | null;
}

const START: ListState = { ...allRows, page: 1, selectedId: null, seenBy: null };

interface ListStateOf {
  readonly key: string;
  readonly keeps: StoredFilters | null;
}

export interface HeldListState {
  /** Undefined until the device's storage has been read. */
  readonly listState: ListState | undefined;
  readonly change: (patch: Partial<ListState>, replace?: boolean) => void;
}

interface HeldInMemory extends HeldListState {
  /** Applies the patch and returns the new state. */
  readonly change: (patch: Partial<ListState>) => ListState;
}

export function useListState(ownerId: string, { key, keeps }: ListStateOf): HeldInMemory {
  const client = useQueryClient();
  const queryKey = ['catalog-list-state', ownerId, key];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (keeps ? { ...START, ...(await readCatalogFilters(ownerId, keeps)) } : START),
    // The data is local. A refetch of all queries after reconnecting would reset it to the start.
    staleTime: 'static',
    gcTime: Infinity,
    retry: false,
  });
  // The list also works when the device's storage cannot be read.
  const listState = data ?? (error ? START : undefined);
  const change = (patch: Partial<ListState>) => {
    // `listState` is one render behind, and two changes may follow each other faster than a render.
    const before = client.getQueryData<ListState>(queryKey) ?? START;
    const next = { ...before, ...patch };
    const filters = filtersOf(next);
    client.setQueryData<ListState>(queryKey, next);
    if (keeps && listState && isOther(filters, before))
      saveCatalogFilters(ownerId, keeps, filters).catch(reportError);
    return next;
  };
  return { listState, change };
}

export const filtersOf = ({ search, includeInactive, companyId }: CatalogFilters): CatalogFilters => ({
  search,
  includeInactive,
  companyId,
});

const isOther = (one: CatalogFilters, other: CatalogFilters): boolean =>
  one.search !== other.search ||
  one.includeInactive !== other.includeInactive ||
  one.companyId !== other.companyId;

/**
 * Keeps the list state in the address too, except for the search text. On arrival, filters in the address take precedence; an
 * address without filters takes the earlier state. Later, back and forward apply the address to the list.
 */
export function useStateInAddress({ listState, change }: HeldInMemory): HeldListState {
  const [params, setParams] = useSearchParams();
  const { key, search } = useLocation();
  const navigation = useNavigationType();
  const [sight] = useState(() => Symbol('sight'));
  const hasArrived = listState?.seenBy === sight;
  /** Address as last written, possibly before the router has rendered it. */
  const written = useRef(readAddress(params));
  const put = (state: ListState, replace: boolean) => {
    if (isSameAddress(state, written.current)) return;
    written.current = state;
    setParams(writeAddress(state, search), { replace });
  };
  const followed = useRef<string | null>(null);
  const follow = useEffectEvent((at: string) => {
    if (!listState || followed.current === at) return;
    followed.current = at;
    if (!hasArrived && !namesFilters(params)) put(change({ seenBy: sight }), true);
    else if (!hasArrived || navigation === NavigationType.Pop) {
      written.current = readAddress(params);
      change({ ...written.current, seenBy: sight });
    }
  });
  const isKnown = listState !== undefined;
  useEffect(() => {
    if (isKnown) follow(key);
  }, [isKnown, key]);
  return {
    listState: hasArrived ? listState : undefined,
    change: (patch, replace = false) => {
      const { page, ...rest } = patch;
      put(change(patch), replace || page === undefined || Object.keys(rest).length > 0);
    },
  };
}

export interface ListFilters extends ListState {
  /** Text in the search field. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Changes filters; any such change returns to the first page. */
  readonly narrow: (patch: Partial<CatalogFilters>) => void;
  readonly turnTo: (page: number, replace?: boolean) => void;
  readonly select: (id: string | null) => void;
  readonly reset: () => void;
}

/** Manages the filters of the list. `debounce`: delay from the last letter to the search, ms. */
export function useListFilters(
  listState: ListState,
  change: HeldListState['change'],
  debounce: number,
): ListFilters {
  const [typed, setTyped] = useState(listState.search);
  const narrow = (patch: Partial<CatalogFilters>) => change({ ...patch, page: 1 });
  // `narrow` would be wrong here: this runs later, possibly after the list has unmounted, when the address belongs to another
  // screen.
  const settle = useDebouncedCallback((text: string) => change({ search: text.trim() }), {
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
      if (listState.page > 1) narrow({});
      settle(text);
      // An emptied field is applied immediately.
      if (text.trim() === '') settle.flush();
    },
    narrow: (patch) => {
      if (patch.search !== undefined) showNow(patch.search);
      narrow(patch);
    },
    turnTo: (page, replace) => change({ page }, replace),
    select: (selectedId) => change({ selectedId }),
    reset: () => {
      showNow('');
      narrow(allRows);
    },
  };
}
