import type { Permission } from '#contract/vocabulary.ts';

export const AUDIT_USERS = {
  admin: [
    'Bogotá',
    ['user_management', 'manage_catalogs', 'register_patients', 'manage_evaluations', 'view_dashboard'],
  ],
  /** Manages users and has no branch (global mode). */
  global: [null, ['user_management', 'manage_catalogs', 'view_dashboard']],
  desk: ['Bogotá', ['register_patients']],
  doctor: ['Bogotá', ['manage_evaluations']],
  curator: ['Bogotá', ['manage_catalogs']],
  manager: ['Bogotá', ['user_management']],
  watcher: ['Bogotá', ['view_dashboard']],
  nobody: ['Bogotá', []],
  branchless: [null, ['register_patients', 'manage_evaluations']],
} as const satisfies Record<string, readonly ['Bogotá' | 'Medellín' | null, readonly Permission[]]>;
export type AuditUserName = keyof typeof AUDIT_USERS;
