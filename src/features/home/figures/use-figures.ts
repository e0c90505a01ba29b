import { useQuery } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import {
  fetchFigures,
  toFiguresCacheOwner,
  hasCompanyFilter,
  readCachedFigures,
  type FiguresQuery,
} from '#sync/reads/dashboard.ts';
import type { Account } from '#sync/session/session.ts';
import { createCacheThenNetworkPersister } from '#ui/hooks/cache-then-network.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';

/**
 * Reads the figures (R3). Fetches them again every five minutes (P9) while the session is open and the connection is not known
 * to be down.
 */
export function useDashboardFigures(account: Account, question: FiguresQuery) {
  const reader = toFiguresCacheOwner(account);
  const link = useConnectionState();
  const asking = account.gate === 'open' && link.name !== 'down';
  const figures = useQuery({
    queryKey: ['figures', reader.ownerId, reader.branchId, question],
    queryFn: () => fetchFigures(reader, question),
    persister: createCacheThenNetworkPersister(() =>
      hasCompanyFilter(question) ? Promise.resolve(null) : readCachedFigures(reader),
    ),
    staleTime: CACHE_LIFETIME_MS.default,
    refetchInterval: asking ? CACHE_LIFETIME_MS.default : false,
  });
  return { figures, link };
}
