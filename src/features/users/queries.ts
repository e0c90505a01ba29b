import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { User, UserList } from '#contract/records/people/users.ts';
import { findActiveBranches } from '#sync/administration/clinic/branches.ts';
import { failureText, isForbiddenError } from '#sync/messages/failure-text.ts';
import { CACHED_DATA_WAIT_MS } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import {
  fetchBranchNames,
  fetchUser,
  fetchUsers,
  type UserFilters,
} from '#sync/administration/users/users.ts';
import { useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';

const userListsQueryKey = (ownerId: string) => ['users', ownerId] as const;
const userQueryKey = (ownerId: string, id: string) => ['user', ownerId, id] as const;

/**
 * Returns a wrapper for requests. If the server rejects a request for lack of a permission, the home page shows the message
 * again after the redirect.
 */
function useForbiddenToastWrapper(): <Value>(pending: Promise<Value>) => Promise<Value> {
  const toastAfterRedirect = useToastAfterRedirect();
  return async (pending) => {
    try {
      return await pending;
    } catch (error) {
      const text = failureText(error, 'No tienes permiso para hacer esto.');
      if (isForbiddenError(error)) toastAfterRedirect({ code: 'forbidden', text });
      throw error;
    }
  };
}

export function useUsers(ownerId: string, filters: UserFilters, page: number) {
  const asking = useForbiddenToastWrapper();
  return useQuery({
    queryKey: [...userListsQueryKey(ownerId), filters, page],
    queryFn: () => asking(fetchUsers(filters, page)),
    staleTime: CACHE_LIFETIME_MS.list,
    placeholderData: keepPreviousData,
  });
}

function findUserInCachedLists(client: QueryClient, ownerId: string, id: string) {
  const lists = client.getQueryCache().findAll({ queryKey: userListsQueryKey(ownerId) });
  const found = lists.flatMap(({ state: { data, dataUpdatedAt } }) => {
    const user = (data as UserList | undefined)?.items.find((one) => one.id === id);
    return user ? [{ user, dataUpdatedAt }] : [];
  });
  return found.sort((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0];
}

/** Queries one user; shows the row of a cached list until the server responds. */
export function useUser(ownerId: string, id: string) {
  const client = useQueryClient();
  const asking = useForbiddenToastWrapper();
  const query = useQuery<User | null>({
    queryKey: userQueryKey(ownerId, id),
    queryFn: () => asking(fetchUser(id)),
    staleTime: CACHE_LIFETIME_MS.list,
    initialData: () => findUserInCachedLists(client, ownerId, id)?.user,
    initialDataUpdatedAt: () => findUserInCachedLists(client, ownerId, id)?.dataUpdatedAt,
    refetchOnMount: 'always',
  });
  const refetchUser = async (): Promise<User | null> => {
    const { data, isSuccess } = await query.refetch();
    return isSuccess ? data : null;
  };
  const storeUser = (user: User) => {
    client.setQueryData(userQueryKey(ownerId, id), user);
    void client.invalidateQueries({ queryKey: userListsQueryKey(ownerId) });
  };
  return { ...query, reread: refetchUser, take: storeUser };
}

/** Returns the facts from which `createReadDisplay` derives the result of the last read (R3). */
export function useUserReadConditions<Query extends { readonly isPending: boolean }>(
  query: Query,
  { gate }: Account,
) {
  const link = useConnectionState();
  return { query, beginning: useIsWaitBeginning(query.isPending, CACHED_DATA_WAIT_MS), link, gate };
}

export function useInvalidateUserLists(ownerId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: userListsQueryKey(ownerId) });
}

const NO_BRANCH_NAMES: ReadonlyMap<string, string> = new Map();

/** Returns the names of the users' branches by id; names that are not loaded yet are missing. */
export function useBranchNames(ownerId: string, users: readonly User[]): ReadonlyMap<string, string> {
  const ids = [...new Set(users.flatMap((user) => user.branch_id ?? []))].sort();
  const { data } = useQuery({
    queryKey: ['branch-names', ownerId, ids],
    queryFn: () => fetchBranchNames(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return data ?? NO_BRANCH_NAMES;
}

/** Queries the active branches, sorted by name; at most 100 (P9). */
export const useBranchChoices = (ownerId: string) =>
  useQuery({
    queryKey: ['branch-choices', ownerId],
    queryFn: async () => (await findActiveBranches('')).items,
    staleTime: CACHE_LIFETIME_MS.list,
  });
