import { observeWrites, type TableName } from './observe-writes.ts';

/** Value read from a table; valid until any page or worker writes to the table. */
interface CachedTableValue<Value> {
  /** Number of writes to the table. A value is not cached if a write happened during the read. */
  writes: number;
  value: Value | undefined;
}

/**
 * Caches a value from a rarely changed table that callers need with each request. The table is read again only after a write.
 * Not for live queries, which would not observe the read.
 */
export function cacheTableRead<Value>(table: TableName, read: () => Promise<Value>): () => Promise<Value> {
  let memory: CachedTableValue<Value> | null = null;
  const listen = (): CachedTableValue<Value> => {
    const begun: CachedTableValue<Value> = { writes: 0, value: undefined };
    observeWrites([table], () => {
      begun.writes += 1;
      begun.value = undefined;
    });
    return begun;
  };
  return async () => {
    const kept = (memory ??= listen());
    if (kept.value !== undefined) return kept.value;
    const { writes } = kept;
    const value = await read();
    if (writes === kept.writes) kept.value = value;
    return value;
  };
}
