import { StorageProblem } from '../base/problem.ts';

/**
 * Loads the code that reads backups. It is fetched only when something is missing that has a backup, which hardly any start
 * needs. A failed download is no damage and can be retried.
 */
export const loadRestoring = () =>
  import('./restore-entry.ts').catch((cause: unknown) => {
    throw new StorageProblem('unavailable', cause);
  });
