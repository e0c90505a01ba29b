import type { Account } from '#sync/session/session.ts';

/**
 * P2: returns true when the branch choice opens automatically, once per sign-in, because nothing can be done without a branch.
 * `offered`: true when it was closed since the sign-in; undefined while the device is read.
 */
export const opensAutomatically = (
  { branchId, gate, actions }: Pick<Account, 'branchId' | 'gate' | 'actions'>,
  offered: boolean | undefined,
): boolean =>
  offered === false && branchId === null && gate === 'open' && actions.includes('user_management');
