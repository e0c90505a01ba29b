import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';

/** Whether the signed-in user was offered the choice of a branch and closed it (P2); a sign-in forgets it. */
export const wasBranchOffered = async (): Promise<boolean> =>
  (await db.device.get('branch-offered')) !== undefined;

export const noteBranchOffered = (): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'branch-offered' });
  });
