import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';

/** Returns true if the user has dismissed the choice of a branch (P2) since the sign-in. */
export const wasBranchChoiceDismissed = async (): Promise<boolean> =>
  (await db.device.get('branch-offered')) !== undefined;

export const recordBranchChoiceDismissed = (): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'branch-offered' });
  });
