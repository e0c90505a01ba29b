import { AppError } from './errors.ts';

export interface FairQueueLimits {
  readonly atOnce: number;
  /** Maximum number of tasks that run at once for one user; defaults to `atOnce`. */
  readonly atOncePerPerson?: number;
  readonly waitingPerPerson: number;
  readonly waiting: number;
  readonly fullText: string;
}

/**
 * Queue for expensive tasks that takes the next task from each user in rotation, so that many requests of one user delay only
 * this user.
 */
export interface FairQueue {
  /**
   * Runs `work` when its turn comes.
   * @param person key of the user or network for which `work` counts
   * @throws rate_limited when too many tasks wait; otherwise any error of `work`
   */
  run<Result>(person: string, work: () => Promise<Result>): Promise<Result>;
  waiting(): number;
}

/** Seconds after which a device retries a request that was rejected because of a full queue (S8). */
const RETRY_AFTER_SECONDS = 2;

export function openFairQueue({
  atOnce,
  atOncePerPerson = atOnce,
  waitingPerPerson,
  waiting: waitingMax,
  fullText,
}: FairQueueLimits): FairQueue {
  // Waiting tasks by user. The next task is taken from the user of the first map entry.
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const countWaiting = () => sum([...waiting.values()].map((queue) => queue.length));
  const runningCountOf = (person: string) => running.get(person) ?? 0;
  const count = (person: string, change: 1 | -1) => {
    const left = runningCountOf(person) + change;
    if (left === 0) running.delete(person);
    else running.set(person, left);
  };
  const startNext = () => {
    if (sum(running.values()) >= atOnce) return;
    const turn = [...waiting].find(([person]) => runningCountOf(person) < atOncePerPerson);
    if (!turn) return;
    const [person, queue] = turn;
    const start = queue.shift();
    waiting.delete(person);
    if (queue.length > 0) waiting.set(person, queue);
    start?.();
  };
  const waitForSlot = async (person: string): Promise<void> => {
    const own = waiting.get(person) ?? [];
    const isFree = sum(running.values()) < atOnce && runningCountOf(person) < atOncePerPerson;
    if (isFree) return count(person, 1);
    if (own.length >= waitingPerPerson || countWaiting() >= waitingMax)
      throw new AppError('rate_limited', fullText, { retryAfter: RETRY_AFTER_SECONDS });
    waiting.set(person, own);
    await new Promise<void>((resolve) =>
      own.push(() => {
        count(person, 1);
        resolve();
      }),
    );
  };
  return {
    waiting: countWaiting,
    run: async (person, work) => {
      await waitForSlot(person);
      try {
        return await work();
      } finally {
        count(person, -1);
        startNext();
      }
    },
  };
}
