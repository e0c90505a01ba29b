import { useObservable } from 'dexie-react-hooks';
import { createDelayedQuery } from '#storage/database/live/settled-query.ts';
import type { TableName } from '#storage/database/live/observe-writes.ts';

/** Works like `useLiveQuery`, but its value may lag a moment behind the last write; undefined until the first read. */
export const useDelayedLiveQuery = <Value>(
  tables: readonly TableName[],
  read: () => Promise<Value>,
  deps: unknown[],
): Value | undefined => useObservable(() => createDelayedQuery(tables, read), deps);
