import {
  type Permission,
  PERMISSION_DEFINITIONS,
  PERMISSIONS,
  type StaffRole,
} from '#contract/vocabulary.ts';

/** Returns the permissions that the definitions give to the role. */
export const permissionsOfRole = (role: StaffRole): readonly Permission[] =>
  PERMISSIONS.filter((permission) => PERMISSION_DEFINITIONS[permission].roles.includes(role));

/**
 * Returns the permissions that a user with the permissions `held` may grant. A base-contract server may reject a permission
 * that only our product has. No user of such a server has that permission, so no user can grant it.
 */
export const grantablePermissions = (held: readonly Permission[]): readonly Permission[] =>
  PERMISSIONS.filter((permission) => !PERMISSION_DEFINITIONS[permission].ours || held.includes(permission));

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
