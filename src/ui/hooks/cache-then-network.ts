import {
  notifyManager,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';

/**
 * R3: shows the copy on the device at once and then requests the data. A query without data in memory begins with the stored
 * copy; in any other case the server's response is used.
 */
export function cacheThenNetwork<Data extends { readonly fetchedAt: number }, Key extends QueryKey>(
  recall: () => Promise<Data | null>,
): QueryPersister<Data, Key> {
  const begin = async (
    fetchNow: QueryFunction<Data, Key>,
    context: QueryFunctionContext<Key>,
    query: Parameters<QueryPersister>[2],
  ): Promise<Data> => {
    const kept = query.state.data === undefined ? await recall() : null;
    if (!kept) return fetchNow(context);
    // Runs after this fetch has ended, because a query has one fetch at a time.
    notifyManager.schedule(() => {
      query.setState({ dataUpdatedAt: kept.fetchedAt });
      // The query's state already contains the failure.
      query.fetch().catch(() => undefined);
    });
    return kept;
  };
  return begin;
}
