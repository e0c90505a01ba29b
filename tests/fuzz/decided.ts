import { APTITUDES, REFERRALS, SURVEILLANCE_ACTS } from '#contract/vocabulary.ts';
import { type Good, id, json, matching } from './good.ts';
import type { Random } from './random.ts';

/** Programmes for random decisions; no clinic offers 'Otro programa'. */
const PROGRAMMES = ['osteomuscular', 'visual', 'voz', 'Otro programa'] as const;
/** Returns random decisions of a doctor. */
export const decisions = (random: Random) => ({
  aptitude: random.chance(0.2) ? null : random.pick(APTITUDES),
  surveillance: random.chance(0.3)
    ? []
    : [{ programme: random.pick(PROGRAMMES), act: random.pick(SURVEILLANCE_ACTS) }],
  ...(random.chance(0.5) && { referral: { to: random.pick(REFERRALS), reason: 'Control' } }),
  ...(random.chance(0.3) && { restrictions: [{ what: 'Alturas', from: '2026-03-05', to: null }] }),
  ...(random.chance(0.3) && { tasks: [{ task: 'Alturas', aptitude: 'apto' }] }),
});

/** Returns a request that replaces what the clinic offers its doctors. */
export const decisionOptions: Good = (random, stock) => ({
  ...json('/decision-options', {
    programmes: Array.from({ length: random.below(4) }, (_, nth) => `programa ${nth}`),
    aptitudes_off: random.chance(0.5)
      ? []
      : [{ evaluation_type_id: id('types', random, stock), aptitudes: [random.pick(APTITUDES)] }],
  }),
  headers: matching(random),
});
