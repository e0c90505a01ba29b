import { StorageProblem } from '../base/problem.ts';

/**
 * Loads the code that reads backups. It is loaded only when rows with a backup are missing, which is rare. A failed download
 * does not count as a damaged backup and can be retried.
 */
export const loadRestoreCode = () =>
  import('./restore-entry.ts').catch((cause: unknown) => {
    throw new StorageProblem('unavailable', cause);
  });
