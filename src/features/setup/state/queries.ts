import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { CACHE_MS } from '#contract/limits.ts';
import type { SetupFacts, SetupStep } from '#domain/setup/steps.ts';
import { fetchUnlinkedAccounts } from '#sync/administration/doctor-links.ts';
import { fetchOwnBranch } from '#sync/administration/organization.ts';
import { fetchSetup, readSetup } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { useShortWait } from '#components/read-notice.tsx';

/** Time to wait for the server before the last known state from the device is shown, ms. */
const OFFLINE_COPY_AFTER_MS = 1_500;

export interface SetupState {
  readonly facts: SetupFacts;
  readonly skipped: readonly SetupStep[];
}

/**
 * Returns the setup state of the clinic from the server, or the last known one from the device. `state` is undefined when
 * neither is available.
 */
export function useSetup(account: Account) {
  const client = useQueryClient();
  const kept = useLiveQuery(() => readSetup(account.userId), [account.userId]);
  const query = useQuery({
    queryKey: ['setup', account.userId],
    queryFn: () => fetchSetup(account),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const isWaiting = useShortWait(query.isPending, OFFLINE_COPY_AFTER_MS);
  const facts = query.data?.facts ?? (isWaiting ? null : kept?.facts);
  const state: SetupState | undefined = facts && kept ? { facts, skipped: kept.skipped } : undefined;
  /** Reads the setup state again, and resolves once it is shown. Also invalidates what other screens have cached. */
  const refresh = async (): Promise<void> => {
    await query.refetch();
    for (const about of ['catalogs', 'users', 'branch-choices'])
      void client.invalidateQueries({ queryKey: [about] });
  };
  return { state, query, refresh };
}

/** Queries the users and doctors that are not linked yet; null if the server does not support linking. */
export const useUnlinkedAccounts = ({ userId }: Account) =>
  useQuery({
    queryKey: ['users', userId, 'unlinked'],
    queryFn: fetchUnlinkedAccounts,
    staleTime: 0,
  });

const ownBranchKey = ({ userId, branchId }: Account) => ['own-branch', userId, branchId];

/** Queries the active branch of the session; undefined without one. */
export const useOwnBranch = (account: Account) =>
  useQuery({
    queryKey: ownBranchKey(account),
    queryFn: fetchOwnBranch,
    enabled: account.branchId !== null,
    staleTime: CACHE_MS.default,
  });
