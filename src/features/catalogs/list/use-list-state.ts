import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import { readCatalogFilters, type StoredFiltersCatalog } from '#storage/cache/catalog-filters.ts';
import { saveCatalogFilters } from '#sync/changes/on-device-aside.ts';
import { isSameAddress, hasFilters, readAddress, writeAddress } from './address.ts';

/**
 * State of a catalogue's list. It is kept when the screen closes; with `keeps`, its filters are also kept when the page is
 * closed (P9).
 */
export interface ListState extends CatalogFilters {
  /** Page number, starting at 1. */
  readonly page: number;
  /** Id of the row that is open next to the list. */
  readonly selectedId: string | null;
  /**
   * List component that uses this state. A newly mounted list first decides between this state and the filters in the address.
   */
  readonly seenBy: symbol | null;
}

const START: ListState = { ...defaultCatalogFilters, page: 1, selectedId: null, seenBy: null };

interface ListStateOf {
  readonly key: string;
  readonly keeps: StoredFiltersCatalog | null;
}

export interface ListStateHandle {
  /** Undefined until the device's storage has been read. */
  readonly listState: ListState | undefined;
  readonly change: (patch: Partial<ListState>, replace?: boolean) => void;
}

interface HeldInMemory extends ListStateHandle {
  /** Applies the patch and returns the new state. */
  readonly change: (patch: Partial<ListState>) => ListState;
}

export function useListState(ownerId: string, { key, keeps }: ListStateOf): HeldInMemory {
  const client = useQueryClient();
  const queryKey = ['catalog-list-state', ownerId, key];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async () => (keeps ? { ...START, ...(await readCatalogFilters(ownerId, keeps)) } : START),
    // The state is local data. A refetch of all queries after reconnecting would otherwise reset it.
    staleTime: 'static',
    gcTime: Infinity,
    retry: false,
  });
  // If the device's storage cannot be read, the list starts with the default filters.
  const listState = data ?? (error ? START : undefined);
  const change = (patch: Partial<ListState>) => {
    // The newest state is read from the client, because `listState` is one render behind and two changes may come before a
    // render.
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
 * Keeps the list state in the address too, except for the search text. When the list opens, filters in the address take
 * precedence; without them the stored state is used. Afterwards, back and forward apply the address to the list.
 */
export function useStateInAddress({ listState, change }: HeldInMemory): ListStateHandle {
  const [params, setParams] = useSearchParams();
  const { key, search } = useLocation();
  const navigation = useNavigationType();
  const [sight] = useState(() => Symbol('sight'));
  const hasArrived = listState?.seenBy === sight;
  /** Address as last written; the router may not have rendered it yet. */
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
    if (!hasArrived && !hasFilters(params)) put(change({ seenBy: sight }), true);
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
  /** Changes filters and returns to the first page. */
  readonly narrow: (patch: Partial<CatalogFilters>) => void;
  readonly turnTo: (page: number, replace?: boolean) => void;
  readonly select: (id: string | null) => void;
  readonly reset: () => void;
}

/** Manages the filters of the list. `debounce`: delay in ms from the last typed letter to the search. */
export function useListFilters(
  listState: ListState,
  change: ListStateHandle['change'],
  debounce: number,
): ListFilters {
  const [typed, setTyped] = useState(listState.search);
  const narrow = (patch: Partial<CatalogFilters>) => change({ ...patch, page: 1 });
  // Does not call `narrow`, because this may run after the list has unmounted, when the address belongs to another screen.
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
      narrow(defaultCatalogFilters);
    },
  };
}
