import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import {
  ACTIVITY_ACTIONS,
  ACTIVITY_STATUSES,
  type ActivityAction,
  type ActivityStatus,
} from '#contract/records/evaluation/clinical.ts';
import type { ActivityFilters } from '#sync/reads/activity.ts';
import { parsePage, useListFilters, type ListFilterActions } from '#ui/lists/use-list-filters.ts';

/** Filters of the log that are part of the page's address. The search text is not, because it contains names (D5). */
interface AddressFilters extends Omit<ActivityFilters, 'q'> {
  /** Page number, starting at 1. */
  readonly page: number;
}

const defaultFilters: AddressFilters = { status: 'all', actions: [], page: 1 };

export const parseActivityStatus = (value: string | null): ActivityStatus | 'all' =>
  ACTIVITY_STATUSES.find((status) => status === value) ?? 'all';
export const parseActivityActions = (values: readonly string[]): ActivityAction[] =>
  ACTIVITY_ACTIONS.filter((action) => values.includes(action));

function parseAddressFilters(params: URLSearchParams): AddressFilters {
  return {
    status: parseActivityStatus(params.get('status')),
    actions: parseActivityActions((params.get('actions') ?? '').split(',')),
    page: parsePage(params),
  };
}

const buildAddressParams = ({ status, actions, page }: AddressFilters): URLSearchParams =>
  new URLSearchParams({
    ...(status !== 'all' && { status }),
    ...(actions.length > 0 && { actions: actions.join(',') }),
    ...(page > 1 && { page: String(page) }),
  });

export interface ActivityFilterState extends AddressFilters, ListFilterActions<AddressFilters> {
  readonly question: ActivityFilters;
}

export function useActivityFilters(): ActivityFilterState {
  const { address, search, ...changes } = useListFilters({
    list: 'activity',
    wait: SEARCH_DEBOUNCE_MS.list,
    read: parseAddressFilters,
    write: buildAddressParams,
    usual: defaultFilters,
  });
  const { status, actions } = address;
  return { ...address, ...changes, question: { q: search, status, actions } };
}
