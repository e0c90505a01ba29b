import type { ActivityAction, ActivityList, ActivityStatus } from '#contract/records/evaluation/clinical.ts';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';

export interface ActivityFilters {
  readonly q: string;
  readonly status: ActivityStatus | 'all';
  readonly actions: readonly ActivityAction[];
}

/**
 * Returns one page of the activity log, counted from 1. The device never stores it.
 * @throws Unreachable, Rejected
 */
export async function fetchActivity(filters: ActivityFilters, page: number): Promise<ActivityList> {
  const { q, status, actions } = filters;
  const response = await sendRequest('activity', {
    query: {
      q: q.trim(),
      status: status === 'all' ? '' : status,
      actions: actions.join(','),
      page,
      page_size: PAGE_SIZE_DEFAULT,
    },
  });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}
