import { runChaos } from '#tests/chaos/run.ts';
import { expect, test } from '../fixtures.ts';

/**
 * Seed of a short run that contains the hardest events: it kills server and browser, loses the database, hands entries over,
 * moves a rescue file to another tablet, and has parked drafts when the user changes and when the database is lost.
 */
const CHAOS_SEED = 680;
const EVALUATION_COUNT = 12;

test(
  `S1–S17 S27 P10.236 a short chaos run (seed ${CHAOS_SEED}) loses, doubles or changes none of ${EVALUATION_COUNT} confirmed evaluations`,
  { tag: ['@chromium', '@landing'] },
  async ({ clinic }) => {
    test.setTimeout(300_000);
    const told: string[] = [];
    const onProgress = (line: string) => void told.push(line);
    const report = await runChaos({ seed: CHAOS_SEED, evaluations: EVALUATION_COUNT, clinic, onProgress });
    expect(report.differences, told.join('\n')).toEqual([]);
    expect(report.handedOver, 'to a colleague').toBeGreaterThan(0);
    expect(report.rescued, 'to another tablet').toBeGreaterThan(0);
    expect(report.broughtBack, 'parked and brought back').toBeGreaterThan(0);
    expect(report.lostWaiting, 'parked in a lost database').toBeGreaterThan(0);
    expect(report.turns, 'turns').toBeGreaterThan(0);
    expect(report.corrected, 'corrections').toBeGreaterThan(0);
    expect(report.correctedTwice, 'corrected twice').toBeGreaterThan(0);
    expect(report.confirmed).toBeGreaterThanOrEqual(EVALUATION_COUNT - report.uncertain);
  },
);
