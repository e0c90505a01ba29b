import { watchWrites, type TableName } from './watch-writes.ts';

/** What one context has read of a table, until somebody writes to it: here, in another window or in the worker. */
interface Memory<Value> {
  /** Counts what was written. A reading that something was written beside is not kept. */
  writes: number;
  value: Value | undefined;
}

/**
 * The reading of a table that seldom changes, for who asks with each request: asked again only once anything of the table
 * was written. Not for a live query, which would not see what it reads.
 */
export function remembered<Value>(table: TableName, read: () => Promise<Value>): () => Promise<Value> {
  let memory: Memory<Value> | null = null;
  const listen = (): Memory<Value> => {
    const begun: Memory<Value> = { writes: 0, value: undefined };
    watchWrites([table], () => {
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
