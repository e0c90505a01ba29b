import { describe, expect, it } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import { simulateQueueNumbers, type QueueNumberRules } from './queue-numbers.ts';

const HISTORY_COUNT = 1_000;

function findFirstProblem(rules: Partial<QueueNumberRules> = {}): string | null {
  for (let seed = 1; seed <= HISTORY_COUNT; seed += 1) {
    const [problem] = simulateQueueNumbers(seed, rules).problems;
    if (problem !== undefined) return `seed ${seed}: ${problem}`;
  }
  return null;
}

const RULE_MUTATIONS: Readonly<Record<string, Partial<QueueNumberRules>>> = {
  'numbers that begin again with each new day': {
    afterReport: (count, { letters, today, told }) =>
      today > count.day ? { letters, last: 0, day: today, told: 0 } : { ...count, letters, told },
  },
  'a report that counts what was given while it was on its way': { told: (_asked, now) => now.last },
  'a day by the tablet’s own clock': { dayHeard: (_told, ownClock) => bogotaDay(ownClock) },
  'letters that a device keeps though it has lost its count': { knownBy: ({ deviceId }) => deviceId },
};

describe('S28 queue numbers in simulated days', () => {
  it(`P10.45 S28 two patients of a branch never get the same queue number on one day in ${HISTORY_COUNT} simulated histories`, () => {
    expect(findFirstProblem()).toBeNull();
    const given = Array.from({ length: 100 }, (_none, seed) => simulateQueueNumbers(seed).given);
    expect(given.reduce((sum, count) => sum + count)).toBeGreaterThan(2_000);
  });

  it.each(Object.entries(RULE_MUTATIONS))(
    'S28 the simulation of queue numbers detects the fault: %s',
    (_rule, mutation) => {
      expect(findFirstProblem(mutation)).not.toBeNull();
    },
  );
});
