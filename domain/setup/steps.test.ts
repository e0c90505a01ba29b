import { describe, expect, it } from 'vitest';
import { SETUP_STEPS, isSkippable, setupProgress, type SetupFacts } from './steps.ts';

const EMPTY: SetupFacts = {
  hasBranch: false,
  hasLogo: false,
  types: 0,
  exams: 0,
  doctors: 'none',
  colleagues: 0,
  hasRegistered: false,
};
const WHOLE: SetupFacts = {
  hasBranch: true,
  hasLogo: true,
  types: 6,
  exams: 12,
  doctors: 'signed',
  colleagues: 2,
  hasRegistered: true,
};

describe('P10.97 set-up progress of a new clinic', () => {
  it('the set-up of a new clinic begins with the company, and all steps are open', () => {
    const { next, left, settled } = setupProgress(EMPTY, []);
    expect({ next, left, settled }).toEqual({ next: 'clinic', left: [...SETUP_STEPS], settled: 0 });
  });

  it('the set-up ends when every step is done', () => {
    expect(setupProgress(WHOLE, [])).toMatchObject({ next: null, left: [], settled: SETUP_STEPS.length });
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
  ] as const)('only the step %s is open with the facts %j', (step, patch) => {
    expect(setupProgress({ ...WHOLE, ...patch }, [])).toMatchObject({ next: step, left: [step] });
  });

  it('a skipped step counts as settled, and the set-up continues with the next step', () => {
    const progress = setupProgress({ ...EMPTY, hasBranch: true }, ['logo', 'exams']);
    expect(progress.next).toBe('types');
    expect(progress.states).toMatchObject({ logo: 'skipped', exams: 'skipped', doctor: 'left' });
    expect(progress.settled).toBe(3);
  });

  it('a step whose data exist is done, even when the user skipped it before', () => {
    expect(setupProgress(WHOLE, ['logo']).states.logo).toBe('done');
  });

  it('the steps company, types and registration cannot be skipped', () => {
    expect(SETUP_STEPS.filter((step) => !isSkippable(step))).toEqual(['clinic', 'types', 'registration']);
    expect(setupProgress(EMPTY, SETUP_STEPS).left).toEqual(['clinic', 'types', 'registration']);
  });
});
