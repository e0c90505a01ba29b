import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { DeviceFilters } from '#sync/administration/devices.ts';
import { parsePage, useListFilters, type ListFilterActions } from '#ui/lists/use-list-filters.ts';
import { parseDeviceStatus } from './messages.ts';

/** Filters that are part of the page's address. The search text is not, because it may contain names (D5). */
interface AddressFilters extends Omit<DeviceFilters, 'q'> {
  /** Page number, starting at 1. */
  readonly page: number;
}

const defaultFilters: AddressFilters = { standing: 'all', page: 1 };

function parseAddressFilters(params: URLSearchParams): AddressFilters {
  return {
    standing: parseDeviceStatus(params.get('standing')),
    page: parsePage(params),
  };
}

const buildAddressParams = ({ standing, page }: AddressFilters): URLSearchParams =>
  new URLSearchParams({
    ...(standing !== 'all' && { standing }),
    ...(page > 1 && { page: String(page) }),
  });

export interface DeviceFilterState extends AddressFilters, ListFilterActions<AddressFilters> {
  readonly question: DeviceFilters;
}

export function useDeviceFilters(): DeviceFilterState {
  const { address, search, ...changes } = useListFilters({
    list: 'devices',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseAddressFilters,
    write: buildAddressParams,
    usual: defaultFilters,
  });
  return { ...address, ...changes, question: { q: search, standing: address.standing } };
}
