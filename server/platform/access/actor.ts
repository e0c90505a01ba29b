import type { Session } from '#contract/records/people/auth.ts';
import { type Permission, PERMISSIONS } from '#contract/vocabulary.ts';

/** User who makes the request, with the branch for which the user currently acts. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly permissions: readonly Permission[];
  /** Branch to which the user belongs; null when that branch is inactive. */
  readonly homeBranchId: string | null;
  /** Branch whose rows the lists contain. Only a user with `user_management` can select a branch other than the home branch. */
  readonly activeBranchId: string | null;
  readonly tokenHash: Buffer;
  /** True when requests of the session need a proof by the device key in addition to the cookie (S26). */
  readonly isDeviceBound: boolean;
}

export const hasAnyPermission = (actor: Actor, ...anyOf: readonly Permission[]): boolean =>
  anyOf.some((permission) => actor.permissions.includes(permission));

/** Returns the session in the form of the response, with settings that the device needs. */
export const toSession = (actor: Actor, attachmentMaxBytes: number): Session => ({
  branch_id: actor.activeBranchId,
  display_name: actor.displayName,
  actions: [...actor.permissions],
  grantable_permissions: hasAnyPermission(actor, 'user_management') ? [...PERMISSIONS] : [],
  user_id: actor.userId,
  email: actor.email,
  attachment_max_bytes: attachmentMaxBytes,
  device_bound: actor.isDeviceBound,
});
