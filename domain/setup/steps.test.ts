import { describe, expect, it } from 'vitest';
import { SETUP_STEPS, isSkippable, setupProgress, type SetupStatus } from './steps.ts';

const EMPTY_SETUP: SetupStatus = {
  hasBranch: false,
  hasLogo: false,
  types: 0,
  exams: 0,
  doctors: 'none',
  colleagues: 0,
  hasRegistered: false,
};
const COMPLETE_SETUP: SetupStatus = {
  hasBranch: true,
  hasLogo: true,
  types: 6,
  exams: 12,
  doctors: 'signed',
  colleagues: 2,
  hasRegistered: true,
};

describe("P10.97 progress of a new clinic's set-up", () => {
  it('the set-up of a new clinic begins with the step for company and branch, and all steps are unfinished', () => {
    const { next, left, settled } = setupProgress(EMPTY_SETUP, []);
    expect({ next, left, settled }).toEqual({ next: 'clinic', left: [...SETUP_STEPS], settled: 0 });
  });

  it('the set-up ends when every step is done', () => {
    expect(setupProgress(COMPLETE_SETUP, [])).toMatchObject({
      next: null,
      left: [],
      settled: SETUP_STEPS.length,
    });
  });

  it.each([
    ['clinic', { hasBranch: false }],
    ['logo', { hasLogo: false }],
    ['types', { types: 0 }],
    ['exams', { exams: 0 }],
    ['doctor', { doctors: 'none' }],
    ['doctor', { doctors: 'unsigned' }],
    ['people', { colleagues: 0 }],
    ['registration', { hasRegistered: false }],
  ] as const)(
    'the step %s is the only one left in the set-up when the data of a complete clinic are changed by %j',
    (step, patch) => {
      expect(setupProgress({ ...COMPLETE_SETUP, ...patch }, [])).toMatchObject({ next: step, left: [step] });
    },
  );

  it('the set-up continues with the next step after a skipped step, and counts the skipped step as settled', () => {
    const progress = setupProgress({ ...EMPTY_SETUP, hasBranch: true }, ['logo', 'exams']);
    expect(progress.next).toBe('types');
    expect(progress.states).toMatchObject({ logo: 'skipped', exams: 'skipped', doctor: 'left' });
    expect(progress.settled).toBe(3);
  });

  it('the set-up counts a step as done when its data exist, even if the user skipped it before', () => {
    expect(setupProgress(COMPLETE_SETUP, ['logo']).states.logo).toBe('done');
  });

  it('the set-up lets the user skip every step except those for company and branch, evaluation types and the first registration', () => {
    expect(SETUP_STEPS.filter((step) => !isSkippable(step))).toEqual(['clinic', 'types', 'registration']);
    expect(setupProgress(EMPTY_SETUP, SETUP_STEPS).left).toEqual(['clinic', 'types', 'registration']);
  });
});
