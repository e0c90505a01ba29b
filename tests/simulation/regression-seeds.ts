import type { MUTATIONS } from './mutations.ts';

interface RegressionSeed {
  readonly seed: number;
  readonly rule: string;
  /** Mutation that restores the faulty code with which this seed's simulated history broke the rule. */
  readonly before: keyof typeof MUTATIONS;
}

/** Seeds of histories that once showed a fault of the product, each with the rule that was broken. */
export const REGRESSION_SEEDS: readonly RegressionSeed[] = [
  {
    seed: 167,
    rule: 'S7 the answer is lost, then the permission is gone: a correction would have made a second evaluation',
    before: 'S7 a correction after a refusal that judged nothing',
  },
  {
    seed: 237,
    rule: 'S7 the same, met by the first evaluation of a shift',
    before: 'S7 a correction after a refusal that judged nothing',
  },
  {
    seed: 4416,
    rule: 'S7 the answer is lost, then a proxy refuses without a word: a correction would have made a second evaluation',
    before: 'S7 a bare refusal of a second send taken for one of its content',
  },
  {
    seed: 466,
    rule: 'S8 the answer is lost, then bytes are damaged: taken for a refusal, it would have been corrected into a second one',
    before: 'S8 damaged bytes taken for a refused content',
  },
  {
    seed: 99,
    rule: 'S30 P10.286 a clock is set back between two corrections: the earlier one would have decided',
    before: 'S30 corrections in the order of a clock that was set back',
  },
  {
    seed: 54,
    rule: 'S30 P10.281 the answer is lost, then the user corrects: a replacement would have made a second evaluation',
    before: 'S30 a registration that is replaced while its outcome is unknown',
  },
];
