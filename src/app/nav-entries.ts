import type { Permission } from '#contract/vocabulary.ts';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  /** Any one of them; shown to everybody when absent (spec §2, §6). */
  readonly needs?: readonly Permission[];
}

/** The main navigation, in the order of spec §2; only what routes.tsx has. */
const ENTRIES: readonly NavEntry[] = [
  { to: '/home', label: 'Inicio' },
  { to: '/reception', label: 'Registrar paciente', needs: ['register_patients'] },
  { to: '/pending', label: 'Pendientes de envío', needs: ['register_patients'] },
  { to: '/evaluations', label: 'Evaluaciones', needs: ['register_patients', 'manage_evaluations'] },
  { to: '/organization', label: 'Mi organización' },
  { to: '/admin/users', label: 'Usuarios', needs: ['user_management'] },
  { to: '/admin/catalogs', label: 'Catálogos', needs: ['manage_catalogs'] },
];

export const navEntriesFor = (actions: readonly Permission[]): NavEntry[] =>
  ENTRIES.filter(
    ({ needs }) => needs === undefined || needs.some((permission) => actions.includes(permission)),
  );
