import { ATTENDANCE_FILTERS } from '#contract/records/evaluation/attendance.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { Uuid } from '#contract/primitives.ts';
import type { AttendanceFilter } from '#sync/expected/attendance.ts';
import { useListFilters } from '#ui/lists/use-list-filters.ts';
import { buildListsParams, parseListsParams } from '../base/list-filters.ts';

export type OutcomeFilter = AttendanceFilter['outcome'];

export const parseOutcome = (text: string | null): OutcomeFilter =>
  ATTENDANCE_FILTERS.find((outcome) => outcome === text) ?? 'all';

const NO_FILTERS: AttendanceFilter = {
  companyId: '',
  listId: '',
  from: '',
  to: '',
  outcome: 'all',
  page: 1,
};

const parseAddressFilters = (params: URLSearchParams): AttendanceFilter => ({
  ...parseListsParams(params),
  listId: Uuid.safeParse(params.get('list')).data ?? '',
  outcome: parseOutcome(params.get('outcome')),
});

function buildAddressParams({ listId, outcome, ...filter }: AttendanceFilter): URLSearchParams {
  const params = buildListsParams(filter);
  if (listId !== '') params.set('list', listId);
  if (outcome !== 'all') params.set('outcome', outcome);
  return params;
}

export const useAttendanceFilters = () =>
  useListFilters({
    list: 'attendance',
    wait: SEARCH_DEBOUNCE_MS.filter,
    read: parseAddressFilters,
    write: buildAddressParams,
    usual: NO_FILTERS,
  });

export type AttendanceFilters = ReturnType<typeof useAttendanceFilters>;
