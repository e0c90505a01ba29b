import {
  type Permission,
  PERMISSION_DEFINITIONS,
  PERMISSIONS,
  type StaffRole,
} from '#contract/vocabulary.ts';

/** Returns the permissions that the definitions give to the role. */
export const permissionsOfRole = (role: StaffRole): readonly Permission[] =>
  PERMISSIONS.filter((permission) => PERMISSION_DEFINITIONS[permission].roles.includes(role));

/** User who grants permissions. `grantable`: permissions that the server named; undefined if it named none. */
export interface Granter {
  readonly actions: readonly Permission[];
  readonly grantable?: readonly Permission[] | undefined;
}

/** Returns true if the server offers extensions of the base contract: only then it names the permissions to grant. */
export const isServerExtended = ({ grantable }: Pick<Granter, 'grantable'>): boolean =>
  grantable !== undefined;

/**
 * Returns the permissions that the user may grant: those that the server names. A base-contract server names none and may
 * reject a permission that only our product has, so that the user can grant only the permissions of the base contract and the
 * user's own.
 */
export const grantablePermissions = ({ actions, grantable }: Granter): readonly Permission[] =>
  grantable ??
  PERMISSIONS.filter(
    (permission) => !PERMISSION_DEFINITIONS[permission].ours || actions.includes(permission),
  );
