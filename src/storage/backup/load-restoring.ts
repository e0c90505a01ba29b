import { StorageProblem } from '../base/problem.ts';

/**
 * Loads the code that reads backups, which is needed only in the rare case that rows are missing. A failed download can be
 * retried and does not count as a damaged backup.
 */
export const loadRestoreCode = () =>
  import('./restore-entry.ts').catch((cause: unknown) => {
    throw new StorageProblem('unavailable', cause);
  });
