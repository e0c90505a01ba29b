import type { Permission } from '#contract/vocabulary.ts';

/**
 * Usual roles of a clinic's staff, each with the permissions that it needs. A role only preselects permissions in the form;
 * access depends on the permissions.
 */
export const ROLES = [
  {
    key: 'reception',
    label: 'Recepción',
    sentence: 'Registra personas con su foto y su firma.',
    actions: ['register_patients', 'view_dashboard'],
  },
  {
    key: 'doctor',
    label: 'Médico',
    sentence: 'Escribe resultados, firma y descarga los documentos.',
    actions: ['manage_evaluations', 'view_dashboard'],
  },
  {
    key: 'administration',
    label: 'Administración',
    sentence: 'Invita al equipo y cambia catálogos y sedes. No lee resultados.',
    actions: ['user_management', 'manage_catalogs', 'view_dashboard'],
  },
] as const satisfies readonly {
  key: string;
  label: string;
  sentence: string;
  actions: readonly Permission[];
}[];
export type Role = (typeof ROLES)[number];

/** Returns the role that has exactly these permissions, in any order; null when no role has. */
export const roleWithPermissions = (actions: readonly Permission[]): Role | null =>
  ROLES.find(
    (role) =>
      role.actions.length === actions.length && role.actions.every((needed) => actions.includes(needed)),
  ) ?? null;
