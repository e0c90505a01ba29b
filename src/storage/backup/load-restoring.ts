import { StorageProblem } from '../base/problem.ts';

/**
 * What reads copies is fetched where something is missing that has one: nearly no start needs it. That it cannot be had now is
 * no damage, and to be tried again.
 */
export const loadRestoring = () =>
  import('./restore-entry.ts').catch((cause: unknown) => {
    throw new StorageProblem('unavailable', cause);
  });
