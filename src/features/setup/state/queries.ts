import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { CACHE_MS } from '#contract/limits.ts';
import type { SetupFacts, SetupStep } from '#domain/setup/steps.ts';
import { fetchUnlinked } from '#sync/administration/doctor-links.ts';
import { fetchOwnBranch } from '#sync/administration/organization.ts';
import { fetchSetup, readSetup } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { useBeginning } from '#components/read-notice.tsx';

/** A slow provider is not waited for longer than this where the device knows how far the clinic was. Milliseconds. */
const OWN_COPY_AFTER_MS = 1_500;

export interface SetupState {
  readonly facts: SetupFacts;
  readonly skipped: readonly SetupStep[];
}

/** What the clinic has: as the provider says, or as it was when it last could be asked. Undefined before either. */
export function useSetup(account: Account) {
  const client = useQueryClient();
  const kept = useLiveQuery(() => readSetup(account.userId), [account.userId]);
  const query = useQuery({
    queryKey: ['setup', account.userId],
    queryFn: () => fetchSetup(account),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const isWaiting = useBeginning(query.isPending, OWN_COPY_AFTER_MS);
  const facts = query.data?.facts ?? (isWaiting ? null : kept?.facts);
  const state: SetupState | undefined = facts && kept ? { facts, skipped: kept.skipped } : undefined;
  /** Resolves when what is shown is what there is. What other screens have read of it is asked for anew, too. */
  const refresh = async (): Promise<void> => {
    await query.refetch();
    for (const about of ['catalogs', 'users', 'branch-choices'])
      void client.invalidateQueries({ queryKey: [about] });
  };
  return { state, query, refresh };
}

/** Users and doctors that can be linked; null where the server does not link them. */
export const useUnlinked = ({ userId }: Account) =>
  useQuery({
    queryKey: ['users', userId, 'unlinked'],
    queryFn: fetchUnlinked,
    staleTime: 0,
  });

const ownBranchKey = ({ userId, branchId }: Account) => ['own-branch', userId, branchId];

/** The branch that the session acts for; undefined without one. */
export const useOwnBranch = (account: Account) =>
  useQuery({
    queryKey: ownBranchKey(account),
    queryFn: fetchOwnBranch,
    enabled: account.branchId !== null,
    staleTime: CACHE_MS.default,
  });
