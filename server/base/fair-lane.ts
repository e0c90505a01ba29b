import { AppError } from './errors.ts';

/** How much of one kind of work is done, and waited for, at once. Counts. */
export interface LaneLimits {
  readonly atOnce: number;
  /** Of one person's; `atOnce` unless told otherwise. */
  readonly atOncePerPerson?: number;
  readonly waitingPerPerson: number;
  readonly waiting: number;
  /** What somebody reads whose work found no place. */
  readonly fullText: string;
}

/** Expensive work, in turns by person: many requests of one delay that person only. */
export interface FairLane {
  /** @param person whoever the work is for @throws rate_limited where nobody may wait any more; else what `work` does */
  run<Result>(person: string, work: () => Promise<Result>): Promise<Result>;
  /** How much waits for its turn. */
  waiting(): number;
}

/** Seconds. A device waits so long and sends it again (S8). */
const COME_AGAIN = 2;

export function openFairLane({
  atOnce,
  atOncePerPerson = atOnce,
  waitingPerPerson,
  waiting: waitingMax,
  fullText,
}: LaneLimits): FairLane {
  // Whose turn is next stands first.
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const waitingNow = () => sum([...waiting.values()].map((queue) => queue.length));
  const runningOf = (person: string) => running.get(person) ?? 0;
  const count = (person: string, change: 1 | -1) => {
    const left = runningOf(person) + change;
    if (left === 0) running.delete(person);
    else running.set(person, left);
  };
  const startNext = () => {
    if (sum(running.values()) >= atOnce) return;
    const turn = [...waiting].find(([person]) => runningOf(person) < atOncePerPerson);
    if (!turn) return;
    const [person, queue] = turn;
    const start = queue.shift();
    waiting.delete(person);
    if (queue.length > 0) waiting.set(person, queue);
    start?.();
  };
  const placeFor = async (person: string): Promise<void> => {
    const own = waiting.get(person) ?? [];
    const isFree = sum(running.values()) < atOnce && runningOf(person) < atOncePerPerson;
    if (isFree) return count(person, 1);
    if (own.length >= waitingPerPerson || waitingNow() >= waitingMax)
      throw new AppError('rate_limited', fullText, { retryAfter: COME_AGAIN });
    waiting.set(person, own);
    await new Promise<void>((resolve) =>
      own.push(() => {
        count(person, 1);
        resolve();
      }),
    );
  };
  return {
    waiting: waitingNow,
    run: async (person, work) => {
      await placeFor(person);
      try {
        return await work();
      } finally {
        count(person, -1);
        startNext();
      }
    },
  };
}
