import {
  notifyManager,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';

/**
 * R3: returns cached data at once and then requests the present data from the server. If the query already has data in memory,
 * returns the server's response instead.
 */
export function createCacheThenNetworkPersister<
  Data extends { readonly fetchedAt: number },
  Key extends QueryKey,
>(recall: () => Promise<Data | null>): QueryPersister<Data, Key> {
  const begin = async (
    fetchNow: QueryFunction<Data, Key>,
    context: QueryFunctionContext<Key>,
    query: Parameters<QueryPersister>[2],
  ): Promise<Data> => {
    const kept = query.state.data === undefined ? await recall() : null;
    if (!kept) return fetchNow(context);
    // Runs after the present fetch has ended, because a query has only one fetch at a time.
    notifyManager.schedule(() => {
      query.setState({ dataUpdatedAt: kept.fetchedAt });
      // The failure is already part of the query's state.
      query.fetch().catch(() => undefined);
    });
    return kept;
  };
  return begin;
}
