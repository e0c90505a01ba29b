import { Dexie } from 'dexie';
import { isTransactionAborted } from '../../base/problem.ts';
import { observeWrites, type TableName } from './observe-writes.ts';

/**
 * Pause in the writes after which the query reads again, ms. During continuous writes the query reads at the latest
 * `MAX_QUERY_DELAY_MS` after the first write.
 */
const QUIET_PERIOD_MS = 150;
const MAX_QUERY_DELAY_MS = 500;

/**
 * Returns true if the database connection was lost during the read. As in a live query, the loss is not reported, and the next
 * write causes another read.
 */
const isReadInterrupted = (error: unknown): boolean =>
  error instanceof Dexie.DatabaseClosedError || isTransactionAborted(error);

/** Reads immediately, and again when the writes to the tables pause; one read at a time. Returns an unsubscribe function. */
function startDelayedQuery<Value>(
  tables: readonly TableName[],
  read: () => Promise<Value>,
  onValue: (value: Value) => void,
  onError: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstWrite: number | null = null;
  let isReading = false;
  let isOver = false;

  const readAgain = async (): Promise<void> => {
    isReading = true;
    firstWrite = null;
    try {
      const value = await read();
      if (!isOver) onValue(value);
    } catch (error) {
      if (!isOver && !isReadInterrupted(error)) onError(error);
    }
    isReading = false;
    if (firstWrite !== null) scheduleQuery();
  };
  const scheduleQuery = (): void => {
    if (isOver) return;
    const now = performance.now();
    firstWrite ??= now;
    if (isReading) return;
    clearTimeout(timer);
    const wait = Math.min(QUIET_PERIOD_MS, firstWrite + MAX_QUERY_DELAY_MS - now);
    timer = setTimeout(() => void readAgain(), wait);
  };
  const stopMonitoring = observeWrites(tables, scheduleQuery);
  void readAgain();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopMonitoring();
  };
}

/**
 * Replaces a live query for values that need not be immediate, such as the counts in the header. A live query reads again with
 * each write, and a dozen of them delay the response to a tap. `tables`: all tables that `read` uses.
 */
export const createDelayedQuery = <Value>(tables: readonly TableName[], read: () => Promise<Value>) => ({
  subscribe: (onValue: (value: Value) => void, onError: (error: unknown) => void = reportError) => ({
    unsubscribe: startDelayedQuery(tables, read, onValue, onError),
  }),
  /** Keeps `useObservable` from subscribing a second time just to learn whether there is a value. */
  hasValue: () => false,
});
