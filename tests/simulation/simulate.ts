import { simulateOutbox, type HistoryOutcome } from './history.ts';

export interface SeedRange {
  readonly first: number;
  readonly count: number;
}

export interface SimulationTotals {
  readonly histories: number;
  readonly registrations: number;
  readonly steps: number;
  readonly failures: readonly HistoryOutcome[];
}

const HISTORIES_PER_REPORT = 100;
const MAX_FAILURES = 5;

/** Simulates the histories of the seeds in order. `onProgress` receives the number of finished histories. */
export async function simulateSeedRange(
  { first, count }: SeedRange,
  run: (seed: number, isTraced: boolean) => Promise<HistoryOutcome>,
  onProgress: (done: number) => void,
): Promise<SimulationTotals> {
  let [registrations, steps] = [0, 0];
  const failures: HistoryOutcome[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const outcome = await run(first + nth, false);
    registrations += outcome.registrations;
    steps += outcome.steps;
    if (outcome.problems.length > 0 && failures.length < MAX_FAILURES)
      failures.push(await run(first + nth, true));
    if ((nth + 1) % HISTORIES_PER_REPORT === 0) onProgress(nth + 1);
  }
  return { histories: count, registrations, steps, failures };
}

export const simulateAll = (
  slice: SeedRange,
  onProgress: (done: number) => void,
): Promise<SimulationTotals> =>
  simulateSeedRange(slice, (seed, isTraced) => simulateOutbox(seed, {}, isTraced), onProgress);
