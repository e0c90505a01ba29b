import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import type { SetupStatus, SetupStep } from '#domain/setup/steps.ts';
import { fetchAndStoreSetup, readStoredSetup } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { useIsWaitBeginning } from '#components/connection/read-notice.tsx';

/** Time after which the state stored on the device is shown if the server has not responded, ms. */
const SHOW_STORED_STATE_AFTER_MS = 1_500;

export interface SetupState {
  readonly facts: SetupStatus;
  readonly skipped: readonly SetupStep[];
}

/**
 * Returns the clinic's setup state from the server, or the last known state from the device; `state` is undefined if neither
 * exists.
 */
export function useSetup(account: Account) {
  const client = useQueryClient();
  const kept = useLiveQuery(() => readStoredSetup(account.userId), [account.userId]);
  const query = useQuery({
    queryKey: ['setup', account.userId],
    queryFn: () => fetchAndStoreSetup(account),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const isWaiting = useIsWaitBeginning(query.isPending, SHOW_STORED_STATE_AFTER_MS);
  const facts = query.data?.facts ?? (isWaiting ? null : kept?.facts);
  const state: SetupState | undefined = facts && kept ? { facts, skipped: kept.skipped } : undefined;
  /** Fetches the setup state again and invalidates what other screens have cached. Resolves once the new state is shown. */
  const refresh = async (): Promise<void> => {
    await query.refetch();
    for (const about of ['catalogs', 'users', 'branch-choices'])
      void client.invalidateQueries({ queryKey: [about] });
  };
  /**
   * Fetches the facts again.
   * @throws Unreachable, Rejected
   */
  const fetchFacts = async (): Promise<SetupStatus | undefined> =>
    (await query.refetch({ throwOnError: true })).data?.facts;
  return { state, query, refresh, fetchFacts };
}
