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

/**
 * Usual roles of a clinic's staff, each with the permissions that it needs. A role only preselects permissions in the form;
 * access depends on the permissions.
 */
export const ROLE_DEFINITIONS = [
  {
    key: 'reception',
    label: 'Recepción',
    sentence: 'Registra personas con su foto y su firma.',
    actions: permissionsOfRole('reception'),
  },
  {
    key: 'doctor',
    label: 'Médico',
    sentence: 'Escribe resultados, firma y descarga los documentos.',
    actions: permissionsOfRole('doctor'),
  },
  {
    key: 'administration',
    label: 'Administración',
    sentence: 'Invita al equipo y cambia catálogos y sedes. No lee resultados.',
    actions: permissionsOfRole('administration'),
  },
] as const satisfies readonly {
  key: StaffRole;
  label: string;
  sentence: string;
  actions: readonly Permission[];
}[];
export type RoleDefinition = (typeof ROLE_DEFINITIONS)[number];

/** Returns the role that has exactly these permissions, in any order; null when no role has. */
export const roleWithExactPermissions = (actions: readonly Permission[]): RoleDefinition | null =>
  ROLE_DEFINITIONS.find(
    (role) =>
      role.actions.length === actions.length && role.actions.every((needed) => actions.includes(needed)),
  ) ?? null;
