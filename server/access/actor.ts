import type { Session } from '#contract/records/people/auth.ts';
import type { Permission } from '#contract/vocabulary.ts';

/** The user who makes the request, and the branch for which the user currently acts. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly permissions: readonly Permission[];
  /** The user's own branch if it is active; null otherwise. */
  readonly homeBranchId: string | null;
  /** Branch whose rows the lists show. Only a user with user_management can set it to another branch than the home branch. */
  readonly activeBranchId: string | null;
  readonly tokenHash: Buffer;
  /** True when the session requires a proof by its device's key in addition to the cookie (S26). */
  readonly isDeviceBound: boolean;
}

export const hasPermission = (actor: Actor, ...anyOf: readonly Permission[]): boolean =>
  anyOf.some((permission) => actor.permissions.includes(permission));

/** Returns the session as the user's device receives it, including the configuration that the device needs. */
export const toSession = (actor: Actor, attachmentMaxBytes: number): Session => ({
  branch_id: actor.activeBranchId,
  display_name: actor.displayName,
  actions: [...actor.permissions],
  user_id: actor.userId,
  email: actor.email,
  attachment_max_bytes: attachmentMaxBytes,
  device_bound: actor.isDeviceBound,
});
