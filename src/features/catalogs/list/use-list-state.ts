import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { allRows, type CatalogFilters } from '#domain/catalog/filters.ts';
import { readCatalogFilters, type KeptFilters } from '#storage/cache/catalog-filters.ts';
import { saveCatalogFilters } from '#sync/changes/on-device-aside.ts';
import { isSameAddress, namesFilters, readAddress, writeAddress } from './address.ts';

/** Where somebody is in a catalogue's list. It outlives the screen, and with `keeps` its filters outlive the page (P9). */
export interface ListState extends CatalogFilters {
  /** From 1. */
  readonly page: number;
  /** The row that is open beside the list. */
  readonly selectedId: string | null;
  /** The sight of the list that has taken it up; what another one left waits for that. */
  readonly seenBy: symbol | null;
}

const START: ListState = { ...allRows, page: 1, selectedId: null, seenBy: null };

interface ListStateOf {
  readonly key: string;
  readonly keeps: KeptFilters | null;
}

export interface HeldListState {
  /** Undefined until the device has answered. */
  readonly listState: ListState | undefined;
  readonly change: (patch: Partial<ListState>, replace?: boolean) => void;
}

interface HeldInMemory extends HeldListState {
  /** Answers what it is then. */
  readonly change: (patch: Partial<ListState>) => ListState;
}

export function useListState(ownerId: string, { key, keeps }: ListStateOf): HeldInMemory {
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
 * The same, and it stands in the address but for the search text. An address that names filters is what holds; a bare one
 * takes up what was there before. Later the address leads where one goes back and forward.
 */
export function useStateInAddress({ listState, change }: HeldInMemory): HeldListState {
  const [params, setParams] = useSearchParams();
  const { key, search } = useLocation();
  const navigation = useNavigationType();
  const [sight] = useState(() => Symbol('sight'));
  const hasArrived = listState?.seenBy === sight;
  /** As it stands there, also before the router has drawn it. */
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
  /** As it stands in the field. */
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Any change but of the page leads back to the first. */
  readonly narrow: (patch: Partial<CatalogFilters>) => void;
  readonly turnTo: (page: number, replace?: boolean) => void;
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
  // Not `narrow`: it comes late, perhaps after the list is gone, when the address is another's.
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
      // An emptied field needs no waiting for the next letter.
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
