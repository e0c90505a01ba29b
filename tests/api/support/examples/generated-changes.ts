import { type Arbitrary, constant, constantFrom, nat, oneof, option, record } from 'fast-check';

/** Returns the value at a number that fast-check generated; larger numbers start again at the first value. */
export const pickCyclically = <Value>(values: readonly Value[], at: number): Value => {
  const value = values[at % values.length];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
};
export const arbitraryNumber = nat({ max: 10_000 });

export interface EvaluationRowSeed {
  readonly at: number;
  readonly branch: number;
  readonly employer: number;
  readonly contractor: number | null;
  readonly status: number;
  readonly minutes: number;
}
const arbitrarySeed = record<EvaluationRowSeed>({
  at: arbitraryNumber,
  branch: arbitraryNumber,
  employer: arbitraryNumber,
  contractor: option(arbitraryNumber),
  status: arbitraryNumber,
  // Almost a year in minutes: covers whole months and parts of months.
  minutes: nat({ max: 500_000 }),
});
export type GeneratedDatabaseChange =
  | {
      readonly kind: 'insert' | 'change' | 'roll back' | 'insert many' | 'change many';
      readonly row: EvaluationRowSeed;
    }
  | { readonly kind: 'delete' | 'rename' | 'fold' | 'recount'; readonly at: number };
export const arbitraryDatabaseChange: Arbitrary<GeneratedDatabaseChange> = oneof(
  { weight: 6, arbitrary: record({ kind: constantFrom('insert', 'change'), row: arbitrarySeed }) },
  {
    weight: 1,
    arbitrary: record({ kind: constantFrom('roll back', 'insert many', 'change many'), row: arbitrarySeed }),
  },
  { weight: 4, arbitrary: record({ kind: constantFrom('delete', 'rename', 'fold'), at: arbitraryNumber }) },
  { weight: 1, arbitrary: record({ kind: constant('recount'), at: arbitraryNumber }) },
) as Arbitrary<GeneratedDatabaseChange>;
