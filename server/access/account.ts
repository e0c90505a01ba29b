import type { ActivityAction } from '#contract/records/evaluation/clinical.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from './actor.ts';

/** What the log keeps of an account that somebody without a session named. */
export interface Account {
  readonly id: string;
  readonly displayName: string;
  readonly branchId: string | null;
}

export const actorOf = ({ id, displayName }: Account): Pick<Actor, 'userId' | 'displayName'> => ({
  userId: id,
  displayName,
});

/** Told of a refused attempt on an account that exists; it takes no time of the attempt's answer. */
export type OnRefusal = (account: Account, action: ActivityAction, code: ErrorCode) => void;

/** When and with what somebody signs in or out, sets a password, or fails to. */
export interface Occasion {
  readonly at: Date;
  readonly device: string | null;
}
