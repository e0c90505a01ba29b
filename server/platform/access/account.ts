import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from './actor.ts';

/** Account that a request without a session concerns, such as a sign-in. The activity log records the account. */
export interface Account {
  readonly id: string;
  readonly displayName: string;
  readonly branchId: string | null;
}

export const actorOfAccount = ({ id, displayName }: Account): Pick<Actor, 'userId' | 'displayName'> => ({
  userId: id,
  displayName,
});

/**
 * Function that is called after a rejected attempt to use an existing account. The response does not wait for this function.
 */
export type OnAccountRejection = (account: Account, action: ActivityAction, code: ErrorCode) => void;

/** Time and device of a sign-in, a sign-out or a password change, successful or not. */
export interface AccountEventContext {
  readonly at: Date;
  readonly device: string | null;
}
