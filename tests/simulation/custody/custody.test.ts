import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../history.ts';
import { programOpener, type Opens, type SourceMutation } from '../parked/desk-window.ts';
import { simulateCustody } from './history.ts';
import { MUTATIONS, type KnownMutation } from './mutations.ts';
import type { Program } from './tablet-window.ts';

const HISTORIES = 25;
/** Where the history that noticed a broken part no longer does, one of so many others has to. */
const HISTORIES_TO_NOTICE = 150;

const openerOf = (mutation: SourceMutation | null): Promise<Opens<Program>> =>
  programOpener<Program>('tests/simulation/custody/window-program.ts', mutation);

const seedsTo = (count: number): number[] => Array.from({ length: count }, (_, nth) => nth + 1);

async function firstFailure(open: Opens<Program>, seeds: readonly number[]): Promise<Outcome | null> {
  for (const seed of seeds) {
    const outcome = await simulateCustody(seed, open);
    if (outcome.problems.length > 0) return simulateCustody(seed, open, true);
  }
  return null;
}

describe('S29 P10.105 what has arrived, in simulated histories of copies and restores', () => {
  let open: Opens<Program>;
  beforeAll(async () => {
    open = await openerOf(null);
  });

  it(
    `whatever is killed, copied, lost and restored in ${HISTORIES} of them, everything is there once in the end`,
    { timeout: 180_000, tags: ['landing'] },
    async () => {
      const failure = await firstFailure(open, seedsTo(HISTORIES));
      expect(failure && [`seed ${failure.seed}`, ...failure.problems, ...failure.trace]).toBeNull();
    },
  );

  it('a history comes again from its seed', { tags: ['landing'] }, async () => {
    const [once, again] = [await simulateCustody(7, open, true), await simulateCustody(7, open, true)];
    expect(again).toEqual(once);
  });
});

describe('S29 the simulation notices', () => {
  it.each<[string, KnownMutation]>(Object.entries(MUTATIONS))(
    '%s',
    { timeout: 180_000, tags: ['landing'] },
    async (_name, mutation) => {
      const seeds = [mutation.seed, ...seedsTo(HISTORIES_TO_NOTICE)];
      expect(await firstFailure(await openerOf(mutation), seeds)).not.toBeNull();
    },
  );
});
