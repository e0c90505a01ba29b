import { observeWrites, type TableName } from './observe-writes.ts';

/** Value that this page or worker has read from a table; valid until any page or worker writes to the table. */
interface Memory<Value> {
  /** Number of writes. A value is not remembered when a write happened during its read. */
  writes: number;
  value: Value | undefined;
}

/**
 * Caches the result of reading a rarely changed table, for callers that need it with each request. The table is read again only
 * after a write to it. Do not use it in live queries: they would not observe the read.
 */
export function cacheTableRead<Value>(table: TableName, read: () => Promise<Value>): () => Promise<Value> {
  let memory: Memory<Value> | null = null;
  const listen = (): Memory<Value> => {
    const begun: Memory<Value> = { writes: 0, value: undefined };
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
