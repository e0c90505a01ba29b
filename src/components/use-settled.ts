import { useObservable } from 'dexie-react-hooks';
import { settledQuery } from '#storage/database/settled-query.ts';
import type { TableName } from '#storage/database/watch-writes.ts';

/** Works like `useLiveQuery`, for values that may lag a moment behind the last write; undefined until the first read. */
export const useSettledQuery = <Value>(
  tables: readonly TableName[],
  read: () => Promise<Value>,
  deps: unknown[],
): Value | undefined => useObservable(() => settledQuery(tables, read), deps);
