import { PAGE_SIZE_MAX, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { DeliveryQuery } from '#sync/reads/documents/deliveries.ts';
import { parsePage, useListFilters, type ListFilterActions } from '#ui/lists/use-list-filters.ts';

type DeliveryStateFilter = DeliveryQuery['state'];

export const DELIVERY_STATE_FILTER_LABELS: Record<DeliveryStateFilter, string> = {
  waiting: 'Por entregar',
  delivered: 'Entregados',
  all: 'Todos',
};
export const DEFAULT_DELIVERY_STATE: DeliveryStateFilter = 'waiting';

const isStateFilter = (text: string | null): text is DeliveryStateFilter =>
  text !== null && text in DELIVERY_STATE_FILTER_LABELS;
export const parseDeliveryState = (text: string | null): DeliveryStateFilter =>
  isStateFilter(text) ? text : DEFAULT_DELIVERY_STATE;

/** Filters that are part of the page's address. The search text is not, because it may contain names (D5). */
interface AddressFilters {
  readonly state: DeliveryStateFilter;
  /** Page number, counted from 1. */
  readonly page: number;
}

const defaultFilters: AddressFilters = { state: DEFAULT_DELIVERY_STATE, page: 1 };

function parseAddressFilters(params: URLSearchParams): AddressFilters {
  return {
    state: parseDeliveryState(params.get('state')),
    page: parsePage(params),
  };
}

const buildAddressParams = ({ state, page }: AddressFilters): URLSearchParams =>
  new URLSearchParams({
    ...(state !== DEFAULT_DELIVERY_STATE && { state }),
    ...(page > 1 && { page: String(page) }),
  });

export interface DeliveryFilterState extends AddressFilters, ListFilterActions<AddressFilters> {
  readonly question: DeliveryQuery;
}

export function useDeliveryFilters(): DeliveryFilterState {
  const { address, search, ...changes } = useListFilters({
    list: 'deliveries',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseAddressFilters,
    write: buildAddressParams,
    usual: defaultFilters,
  });
  return { ...address, ...changes, question: { ...address, search, size: PAGE_SIZE_MAX } };
}
