import type { Session } from '#contract/records/people/auth.ts';
import type { Permission } from '#contract/vocabulary.ts';

/** Who is calling: the user behind the cookie, and the branch they act for at the moment. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly permissions: readonly Permission[];
  /** The user's own branch while it is active. */
  readonly homeBranchId: string | null;
  /** The branch that scopes lists; only user_management moves it away from home. */
  readonly activeBranchId: string | null;
  readonly tokenHash: Buffer;
  /** The session answers to a key of its device besides the cookie (S26). */
  readonly isDeviceBound: boolean;
}

export const can = (actor: Actor, ...anyOf: readonly Permission[]): boolean =>
  anyOf.some((permission) => actor.permissions.includes(permission));

/** What the caller's device has to know of the configuration comes with it. */
export const toSession = (actor: Actor, attachmentMaxBytes: number): Session => ({
  branch_id: actor.activeBranchId,
  display_name: actor.displayName,
  actions: [...actor.permissions],
  user_id: actor.userId,
  email: actor.email,
  attachment_max_bytes: attachmentMaxBytes,
  device_bound: actor.isDeviceBound,
});
