import { useQuery, type QueryKey } from '@tanstack/react-query';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { isRepetition } from '#domain/evaluation/list-query.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { fetchEvaluationList } from '#sync/reads/evaluations/evaluations.ts';
import type { Account } from '#sync/session/session.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';

/** Interval of refetches of the counts in ms, as in today's list. */
export const HOME_COUNT_REFETCH_INTERVAL_MS = 30_000;

/**
 * Returns the number of patients who came on the day of `since` and wait for a doctor. Null if the user may not open
 * evaluations or the server cannot be reached, because an old number would look current.
 */
export function useWaitingPatientCount(
  { userId, branchId, actions, gate }: Account,
  since: number,
): number | null {
  const link = useConnectionState();
  const day = bogotaDay(since);
  const isAsked =
    actions.includes('manage_evaluations') && branchId !== null && gate === 'open' && link.name !== 'down';
  const { data, isError } = useQuery({
    queryKey: ['evaluations', 'waiting', userId, branchId, day] satisfies QueryKey,
    queryFn: async () => {
      const filters = { statuses: ['pendiente'], search: '', from: day, to: day, companyId: '' } as const;
      const reader = { ownerId: userId, branchId: branchId ?? '' };
      const { items, total } = await fetchEvaluationList(reader, { filters, page: 1, size: PAGE_SIZE_MAX });
      return total - items.filter(isRepetition).length;
    },
    enabled: isAsked,
    refetchInterval: HOME_COUNT_REFETCH_INTERVAL_MS,
  });
  return isAsked && !isError ? (data ?? null) : null;
}
