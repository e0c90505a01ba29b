import type { Account } from '#sync/session/session.ts';

/**
 * P2: returns true if the branch dialog opens automatically: once per sign-in, because most screens need a branch. `offered`:
 * true if the dialog was closed since the sign-in, undefined while the database is being read.
 */
export const shouldOpenBranchDialog = (
  { branchId, gate, actions }: Pick<Account, 'branchId' | 'gate' | 'actions'>,
  offered: boolean | undefined,
): boolean =>
  offered === false && branchId === null && gate === 'open' && actions.includes('user_management');
