import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import { readCatalogFilters } from '#storage/cache/catalog-filters.ts';
import { saveCatalogFilters } from '#sync/changes/on-device-aside.ts';
import { remainingSearchHold } from '#ui/hooks/search-hold.ts';
import type { CatalogDefinition } from '../definition.ts';
import {
  isSameCatalogAddress,
  hasAddressFilters,
  parseCatalogAddress,
  buildCatalogSearchParams,
} from './address.ts';

/**
 * State of a catalogue's list. It outlives the screen; if the catalogue has `keeps`, its filters also outlive the page (P9).
 */
export interface CatalogListState extends CatalogFilters {
  /** Page number, starting at 1. */
  readonly page: number;
  readonly selectedId: string | null;
  /**
   * Instance of the list component that uses this state. A new instance first decides between this state and the filters in the
   * address.
   */
  readonly seenBy: symbol | null;
}

export const INITIAL_LIST_STATE: CatalogListState = {
  ...defaultCatalogFilters,
  page: 1,
  selectedId: null,
  seenBy: null,
};

export type ChangeListState = (patch: Partial<CatalogListState>, replace?: boolean) => void;

/** Returns the state and a function that changes it. The state is undefined until the stored filters have been read. */
export function useCatalogListState(
  ownerId: string,
  { key, keeps }: Pick<CatalogDefinition, 'key' | 'keeps'>,
) {
  const client = useQueryClient();
  const queryKey = ['catalog-list-state', ownerId, key];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () =>
      keeps ? { ...INITIAL_LIST_STATE, ...(await readCatalogFilters(ownerId, keeps)) } : INITIAL_LIST_STATE,
    // The state is local. If it became stale, a refetch of all queries after a reconnection would reset it.
    staleTime: 'static',
    gcTime: Infinity,
    retry: false,
  });
  const listState = data ?? (error ? INITIAL_LIST_STATE : undefined);
  const change = (patch: Partial<CatalogListState>): CatalogListState => {
    // Reads the newest state from the client. `listState` would miss an earlier change of the same render.
    const before = client.getQueryData<CatalogListState>(queryKey) ?? INITIAL_LIST_STATE;
    const next = { ...before, ...patch };
    client.setQueryData<CatalogListState>(queryKey, next);
    if (keeps && listState && !isSameFilters(next, before))
      saveCatalogFilters(ownerId, keeps, pickCatalogFilters(next)).catch(reportError);
    return next;
  };
  return { listState, change };
}

export const pickCatalogFilters = ({
  search,
  includeInactive,
  companyId,
}: CatalogFilters): CatalogFilters => ({
  search,
  includeInactive,
  companyId,
});

const isSameFilters = (one: CatalogFilters, other: CatalogFilters): boolean =>
  JSON.stringify(pickCatalogFilters(one)) === JSON.stringify(pickCatalogFilters(other));

/**
 * Copies the list state to the address, except the search text. When the list opens, filters in the address win over the stored
 * state. Later, the list follows the browser's back and forward buttons.
 */
export function useListStateInAddress({ listState, change }: ReturnType<typeof useCatalogListState>) {
  const [params, setParams] = useSearchParams();
  const { key, search } = useLocation();
  const navigation = useNavigationType();
  const [sight] = useState(() => Symbol('sight'));
  const hasArrived = listState?.seenBy === sight;
  /** Filters last written to the address; the router may not have rendered them yet. */
  const written = useRef(parseCatalogAddress(params));
  const setAddress = (state: CatalogListState, replace: boolean) => {
    if (isSameCatalogAddress(state, written.current)) return;
    written.current = state;
    setParams(buildCatalogSearchParams(state, search), { replace });
  };
  const followed = useRef<string | null>(null);
  const follow = useEffectEvent((at: string) => {
    if (!listState || followed.current === at) return;
    followed.current = at;
    if (!hasArrived && !hasAddressFilters(params)) setAddress(change({ seenBy: sight }), true);
    else if (!hasArrived || navigation === NavigationType.Pop) {
      written.current = parseCatalogAddress(params);
      change({ ...written.current, seenBy: sight });
    }
  });
  const isKnown = listState !== undefined;
  useEffect(() => {
    if (isKnown) follow(key);
  }, [isKnown, key]);
  return {
    listState: hasArrived ? listState : undefined,
    change: (patch: Partial<CatalogListState>, replace = false) => {
      const { page, ...rest } = patch;
      setAddress(change(patch), replace || page === undefined || Object.keys(rest).length > 0);
    },
  };
}

export type ListFilterControls = ReturnType<typeof useListFilterControls>;

/**
 * Searches for the text after a pause. If the text may still be a card's then, calls `again` (this function itself), which
 * starts another pause.
 */
type DelayedSearch = (text: string, again: DelayedSearch) => void;

/** Manages the filters of the list. `debounce`: delay in ms between the last key and the search. */
export function useListFilterControls(
  listState: CatalogListState,
  change: ChangeListState,
  debounce: number,
) {
  const [typed, setTyped] = useState(listState.search);
  const changeFilters = (patch: Partial<CatalogFilters>) => change({ ...patch, page: 1 });
  /** True after the list was unmounted, when no later pause may apply the text. */
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  // This callback changes only the search text, which is not in the address. It may run after the list was unmounted, when the
  // address belongs to another screen.
  const settle = useDebouncedCallback(
    (text: string, again: DelayedSearch): void => {
      if (text !== '' && !isGone.current && remainingSearchHold() > 0) again(text, again);
      else change({ search: text.trim() });
    },
    { delay: debounce, flushOnUnmount: true },
  );
  const showNow = (search: string) => {
    settle.cancel();
    setTyped(search);
  };
  return {
    ...listState,
    typed,
    type: (text: string) => {
      setTyped(text);
      if (listState.page > 1) changeFilters({});
      settle(text, settle);
      if (text.trim() === '') settle.flush();
    },
    narrow: (patch: Partial<CatalogFilters>) => {
      if (patch.search !== undefined) showNow(patch.search);
      changeFilters(patch);
    },
    turnTo: (page: number, replace?: boolean) => change({ page }, replace),
    select: (selectedId: string | null) => change({ selectedId }),
    reset: () => {
      showNow('');
      changeFilters(defaultCatalogFilters);
    },
  };
}
