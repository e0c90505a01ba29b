import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from './actor.ts';

/** Account that a request without a session names, such as a sign-in; the activity log records the account. */
export interface Account {
  readonly id: string;
  readonly displayName: string;
  readonly branchId: string | null;
}

export const actorOfAccount = ({ id, displayName }: Account): Pick<Actor, 'userId' | 'displayName'> => ({
  userId: id,
  displayName,
});

/** Called after a rejected attempt on an existing account; it does not delay the response to the attempt. */
export type OnRejection = (account: Account, action: ActivityAction, code: ErrorCode) => void;

/** Time and device of a sign-in, a sign-out, a password change, or a failed attempt at one of them. */
export interface AccountEventContext {
  readonly at: Date;
  readonly device: string | null;
}
