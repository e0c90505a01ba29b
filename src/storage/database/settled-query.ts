import { Dexie } from 'dexie';
import { isAborted } from '../base/problem.ts';
import { watchWrites, type TableName } from './watch-writes.ts';

/** What is told lags so far behind the last write, and behind the first of many that follow each other. */
const SETTLED_MS = 150;
const AT_LATEST_MS = 500;

/** The connection went under the reading. As with a live query nobody is told, and the next write is read. */
const isInterrupted = (error: unknown): boolean =>
  error instanceof Dexie.DatabaseClosedError || isAborted(error);

/** Reads at once, and again once the tables have stood still; one reading at a time. Returns what ends it. */
function follow<Value>(
  tables: readonly TableName[],
  read: () => Promise<Value>,
  onValue: (value: Value) => void,
  onError: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstWrite: number | null = null;
  let isReading = false;
  let isOver = false;

  const ask = async (): Promise<void> => {
    isReading = true;
    firstWrite = null;
    try {
      const value = await read();
      if (!isOver) onValue(value);
    } catch (error) {
      if (!isOver && !isInterrupted(error)) onError(error);
    }
    isReading = false;
    if (firstWrite !== null) askLater();
  };
  const askLater = (): void => {
    if (isOver) return;
    const now = performance.now();
    firstWrite ??= now;
    if (isReading) return;
    clearTimeout(timer);
    const wait = Math.min(SETTLED_MS, firstWrite + AT_LATEST_MS - now);
    timer = setTimeout(() => void ask(), wait);
  };
  const stopWatching = watchWrites(tables, askLater);
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopWatching();
  };
}

/**
 * A live query for what nobody waits for, such as the counts in the page's head: a live query reads anew with each write, and
 * a dozen of them stand between somebody's tap and its answer. `tables`: all that `read` looks at.
 */
export const settledQuery = <Value>(tables: readonly TableName[], read: () => Promise<Value>) => ({
  subscribe: (onValue: (value: Value) => void, onError: (error: unknown) => void = reportError) => ({
    unsubscribe: follow(tables, read, onValue, onError),
  }),
  /** For `useObservable`, which would otherwise subscribe once more to find out. */
  hasValue: () => false,
});
