import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Branch } from '#contract/catalogs/branches.ts';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { refreshBranding } from '#sync/administration/clinic/branding.ts';
import { fetchOwnBranch } from '#sync/administration/clinic/organization.ts';
import type { Account } from '#sync/session/session.ts';

/** Queries the active branch of the user. `take` shows a changed branch, also in the app's branding. */
export function useOwnBranch({ userId, branchId }: Account, options: { readonly enabled?: boolean } = {}) {
  const client = useQueryClient();
  const queryKey = ['own-branch', userId, branchId];
  const query = useQuery({
    queryKey,
    queryFn: fetchOwnBranch,
    staleTime: CACHE_LIFETIME_MS.default,
    ...options,
  });
  const storeBranch = (branch: Branch) => {
    client.setQueryData(queryKey, branch);
    refreshBranding().catch(reportError);
  };
  const refetchBranch = async (): Promise<Branch | null> => {
    const { data, isSuccess } = await query.refetch();
    return isSuccess ? data : null;
  };
  return { ...query, take: storeBranch, reread: refetchBranch };
}
