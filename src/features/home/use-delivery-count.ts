import { useQuery, type QueryKey } from '@tanstack/react-query';
import { fetchDeliveries } from '#sync/reads/documents/deliveries.ts';
import type { Account } from '#sync/session/session.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import { HOME_COUNT_REFETCH_INTERVAL_MS } from './use-waiting.ts';

/**
 * Returns the number of concepts that reception can hand over today. Null if the user may not hand documents over or the server
 * cannot be reached, because an old number would look current.
 */
export function useDeliveryCount({ userId, branchId, actions, gate }: Account): number | null {
  const link = useConnectionState();
  const isAsked =
    actions.includes('deliver_documents') && branchId !== null && gate === 'open' && link.name !== 'down';
  const { data, isError } = useQuery({
    queryKey: ['delivery-count', userId, branchId] satisfies QueryKey,
    queryFn: async () => (await fetchDeliveries({ search: '', state: 'waiting', page: 1, size: 1 })).waiting,
    enabled: isAsked,
    // Fetched again whenever the start page opens, because the user may have handed documents over in the meantime.
    staleTime: 0,
    refetchInterval: HOME_COUNT_REFETCH_INTERVAL_MS,
  });
  return isAsked && !isError ? (data ?? null) : null;
}
