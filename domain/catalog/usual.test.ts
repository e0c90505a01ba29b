import { describe, expect, it } from 'vitest';
import { MAX_STORED_CHOICE_USES, choiceUsageScore, addChoiceUse, type ChoiceUse } from './usual.ts';

const bogotaTime = (day: string, hour: string): number => Date.parse(`${day}T${hour}:00-05:00`);
const currentBranchAndTime: ChoiceUse = { branchId: 'north', at: bogotaTime('2026-03-20', '06:40') };
const choiceUse = (day: string, hour: string, branchId = 'north'): ChoiceUse => ({
  branchId,
  at: bogotaTime(day, hour),
});

describe('P10.33 score that ranks a choice by its earlier uses', () => {
  it('the score of a choice is 0 when it has no use in this branch', () => {
    expect(choiceUsageScore([], currentBranchAndTime)).toBe(0);
    expect(choiceUsageScore([choiceUse('2026-03-20', '06:30', 'south')], currentBranchAndTime)).toBe(0);
  });

  it('the score of a choice increases with the number of its uses', () => {
    const once = [choiceUse('2026-03-19', '10:00')];
    expect(choiceUsageScore([...once, ...once], currentBranchAndTime)).toBeGreaterThan(
      choiceUsageScore(once, currentBranchAndTime),
    );
  });

  it('a use of a choice at about the current time of day counts double, even across midnight', () => {
    const early = choiceUsageScore([choiceUse('2026-03-20', '06:30')], currentBranchAndTime);
    expect(early).toBeGreaterThan(1.9);
    expect(choiceUsageScore([choiceUse('2026-03-19', '15:00')], currentBranchAndTime)).toBeLessThan(1);
    const night: ChoiceUse = { branchId: 'north', at: bogotaTime('2026-03-20', '00:30') };
    expect(choiceUsageScore([choiceUse('2026-03-19', '23:30')], night)).toBeGreaterThan(1.9);
  });

  it('a use of a choice counts half after two weeks, and a use in the future counts as a use now', () => {
    expect(choiceUsageScore([choiceUse('2026-03-06', '06:40')], currentBranchAndTime)).toBeCloseTo(1);
    expect(choiceUsageScore([choiceUse('2026-03-27', '06:40')], currentBranchAndTime)).toBe(2);
  });

  it('the device stores a limited number of uses of a choice, the newest ones', () => {
    const many = Array.from({ length: MAX_STORED_CHOICE_USES + 9 }, (_, nth) => ({
      branchId: 'north',
      at: nth,
    }));
    const kept = many.reduce<readonly ChoiceUse[]>((uses, next) => addChoiceUse(uses, next), []);
    expect(kept).toHaveLength(MAX_STORED_CHOICE_USES);
    expect(kept[0]?.at).toBe(MAX_STORED_CHOICE_USES + 8);
  });
});
