import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryOutcome } from '../history.ts';
import { compileProgram, type ProgramOpener, type SourceMutation } from '../parked/reception-window.ts';
import { simulateRetention } from './history.ts';
import { MUTATIONS, type KnownMutation } from './mutations.ts';
import type { TabletProgram } from './tablet-window.ts';

const HISTORY_COUNT = 25;
/**
 * Number of histories that are tried when a mutation's known seed no longer detects the mutation. One of them must detect it.
 */
const MAX_DETECTION_HISTORIES = 150;

const compileTabletProgram = (mutation: SourceMutation | null): Promise<ProgramOpener<TabletProgram>> =>
  compileProgram<TabletProgram>('tests/simulation/retention/window-program.ts', mutation);

const seedsTo = (count: number): number[] => Array.from({ length: count }, (_, nth) => nth + 1);

async function findFirstFailure(
  open: ProgramOpener<TabletProgram>,
  seeds: readonly number[],
): Promise<HistoryOutcome | null> {
  for (const seed of seeds) {
    const outcome = await simulateRetention(seed, open);
    if (outcome.problems.length > 0) return simulateRetention(seed, open, true);
  }
  return null;
}

describe('S29 P10.105 delivered entries in simulated histories of backups and restores', () => {
  let open: ProgramOpener<TabletProgram>;
  beforeAll(async () => {
    open = await compileTabletProgram(null);
  });

  it(
    `the server stores every registration exactly once in the end, in ${HISTORY_COUNT} histories with kills, backups, data losses and restores`,
    { tags: ['landing'] },
    async () => {
      const failure = await findFirstFailure(open, seedsTo(HISTORY_COUNT));
      expect(failure && [`seed ${failure.seed}`, ...failure.problems, ...failure.trace]).toBeNull();
    },
  );

  it('the simulation repeats the same history for the same seed', { tags: ['landing'] }, async () => {
    const [once, again] = [await simulateRetention(7, open, true), await simulateRetention(7, open, true)];
    expect(again).toEqual(once);
  });
});

describe('S29 mutations detected by the simulation', () => {
  it.each<[string, KnownMutation]>(Object.entries(MUTATIONS))(
    'the simulation detects the mutation: %s',
    { tags: ['landing'] },
    async (_name, mutation) => {
      const seeds = [mutation.seed, ...seedsTo(MAX_DETECTION_HISTORIES)];
      expect(await findFirstFailure(await compileTabletProgram(mutation), seeds)).not.toBeNull();
    },
  );
});
