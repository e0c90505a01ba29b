import type { Account } from '#sync/session/session.ts';

/**
 * P2: the choice of a branch opens by itself where nothing can be done without one, once a sign-in. `offered`: it
 * was closed since; undefined while the device is asked.
 */
export const opensByItself = (
  { branchId, gate, actions }: Pick<Account, 'branchId' | 'gate' | 'actions'>,
  offered: boolean | undefined,
): boolean =>
  offered === false && branchId === null && gate === 'open' && actions.includes('user_management');
