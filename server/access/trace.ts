import type { Actor } from './actor.ts';

/** Audit context that the activity log records: user, branch, device and time of an action. */
export interface AuditContext {
  readonly actor: Pick<Actor, 'userId' | 'displayName'>;
  readonly branchId: string | null;
  /** Browser in words, such as 'Chrome en Android'; null for an unknown program. */
  readonly device: string | null;
  /** Time on the server's clock. */
  readonly at: Date;
}
