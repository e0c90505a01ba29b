import {
  notifyManager,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';

/**
 * R3: what lies on the device is shown at once and then asked for. A query without data in memory begins with what was
 * kept; in any other case it is the provider that answers.
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
    // After this fetch has ended: a query runs one at a time.
    notifyManager.schedule(() => {
      query.setState({ dataUpdatedAt: kept.fetchedAt });
      // Its failure is in the query's own state.
      query.fetch().catch(() => undefined);
    });
    return kept;
  };
  return begin;
}
