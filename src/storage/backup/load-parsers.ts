import { StorageProblem } from '../base/problem.ts';

/** What parses copies is fetched where there are any to be read. That it cannot be had now is no damage: to be tried again. */
export const loadParsers = () =>
  import('./copied-rows.ts').catch((cause: unknown) => {
    throw new StorageProblem('unavailable', cause);
  });
