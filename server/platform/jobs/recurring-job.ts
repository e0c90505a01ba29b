import type { FastifyBaseLogger } from 'fastify';
import { waitAtMost } from '../base/wait-at-most.ts';
import { toLoggableFaults } from '../http/responses/error-handler.ts';

export interface JobDefinition {
  /** Beginning of the log entry about a failure: 'checking the file store', followed by 'failed'. */
  readonly name: string;
  /** Interval in ms; null for work that runs once. */
  readonly everyMs: number | null;
  /** Time in ms from the start of the job to the first run; 0 by default. */
  readonly firstAfterMs?: number;
  /** @param ended is aborted when the process no longer waits for the work */
  readonly work: (ended: AbortSignal) => Promise<unknown>;
}

export interface RecurringJob {
  /** Runs the work now; if it is running, once more afterwards. */
  wake(): void;
  /** Ends the schedule and waits for the running work, at most `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Runs the work of this process at intervals, never twice at the same time. Logs only the first of several failures in a row,
 * and none after the end.
 */
export function startRecurringJob(
  { name, everyMs, firstAfterMs = 0, work }: JobDefinition,
  log: FastifyBaseLogger,
): RecurringJob {
  const ended = new AbortController();
  let isWoken = false;
  let hasFailed = false;
  let isRunning = false;
  let lastRun = Promise.resolve();
  const run = async () => {
    isRunning = true;
    while (isWoken && !ended.signal.aborted) {
      isWoken = false;
      try {
        await work(ended.signal);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !ended.signal.aborted)
          log.warn({ faults: toLoggableFaults(error) }, `${name} failed`);
        hasFailed = true;
      }
    }
    isRunning = false;
  };
  const wake = () => {
    isWoken = true;
    if (!isRunning) lastRun = run();
  };
  const runUnlessRunning = () => {
    if (!isRunning) wake();
  };
  const timers = [setTimeout(runUnlessRunning, firstAfterMs)];
  if (everyMs !== null) timers.push(setInterval(runUnlessRunning, everyMs));
  for (const timer of timers) timer.unref();
  return {
    wake,
    async stop(withinMs) {
      for (const timer of timers) clearTimeout(timer);
      await waitAtMost(withinMs, lastRun, undefined);
      ended.abort();
    },
  };
}
