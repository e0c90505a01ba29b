import { describe, expect, it } from 'vitest';
import { CHOICE_USES_MAX, choiceUsageScore, addChoiceUse, type ChoiceUse } from './usual.ts';

const at = (day: string, hour: string): number => Date.parse(`${day}T${hour}:00-05:00`);
const here: ChoiceUse = { branchId: 'north', at: at('2026-03-20', '06:40') };
const use = (day: string, hour: string, branchId = 'north'): ChoiceUse => ({ branchId, at: at(day, hour) });

describe('P10.33 score that ranks a choice by its earlier uses', () => {
  it('the score of a choice is 0 when it has no use in this branch', () => {
    expect(choiceUsageScore([], here)).toBe(0);
    expect(choiceUsageScore([use('2026-03-20', '06:30', 'south')], here)).toBe(0);
  });

  it('the score of a choice increases with the number of its uses', () => {
    const once = [use('2026-03-19', '10:00')];
    expect(choiceUsageScore([...once, ...once], here)).toBeGreaterThan(choiceUsageScore(once, here));
  });

  it('a use at the same hour of the day counts double, even across midnight', () => {
    const early = choiceUsageScore([use('2026-03-20', '06:30')], here);
    expect(early).toBeGreaterThan(1.9);
    expect(choiceUsageScore([use('2026-03-19', '15:00')], here)).toBeLessThan(1);
    const night: ChoiceUse = { branchId: 'north', at: at('2026-03-20', '00:30') };
    expect(choiceUsageScore([use('2026-03-19', '23:30')], night)).toBeGreaterThan(1.9);
  });

  it('a use counts half after two weeks; a use in the future counts as a use now', () => {
    expect(choiceUsageScore([use('2026-03-06', '06:40')], here)).toBeCloseTo(1);
    expect(choiceUsageScore([use('2026-03-27', '06:40')], here)).toBe(2);
  });

  it('the device stores a limited number of uses of a choice, the newest ones', () => {
    const many = Array.from({ length: CHOICE_USES_MAX + 9 }, (_, nth) => ({ branchId: 'north', at: nth }));
    const kept = many.reduce<readonly ChoiceUse[]>((uses, next) => addChoiceUse(uses, next), []);
    expect(kept).toHaveLength(CHOICE_USES_MAX);
    expect(kept[0]?.at).toBe(CHOICE_USES_MAX + 8);
  });
});
