import type { Permission } from '#contract/vocabulary.ts';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  /** Permission that a user needs to see the entry; without it every user sees the entry (P2). */
  readonly needs?: Permission;
  /**
   * Permissions of which the user needs one to open the screen, for an entry that every user sees; absent if none is needed.
   */
  readonly opensWith?: readonly Permission[];
  /** Addition to the base contract: the entry is also shown if the user has pending entries on this device. */
  readonly queue?: true;
  /** Parent address of screens that are reached from this entry and have no entry themselves. */
  readonly above?: string;
}

/** Main navigation in the order of P2, with addresses of routes.tsx only. */
const ENTRIES: readonly NavEntry[] = [
  { to: '/home', label: 'Inicio' },
  { to: '/reception', label: 'Registrar paciente', opensWith: ['register_patients'] },
  { to: '/pending', label: 'Pendientes de envío', needs: 'register_patients', queue: true },
  { to: '/evaluations/today', label: 'Lista de hoy', needs: 'manage_evaluations' },
  {
    to: '/evaluations',
    label: 'Evaluaciones',
    opensWith: ['register_patients', 'manage_evaluations'],
  },
  { to: '/organization', label: 'Mi organización' },
  { to: '/admin/users', label: 'Usuarios', needs: 'user_management', above: '/admin' },
  { to: '/admin/catalogs', label: 'Catálogos', needs: 'manage_catalogs' },
];

/** Returns the entries for a user. `hasQueue`: pending entries of the user exist on this device. */
export const navEntriesFor = (actions: readonly Permission[], hasQueue: boolean): NavEntry[] =>
  ENTRIES.filter(
    ({ needs, queue }) => needs === undefined || actions.includes(needs) || (queue === true && hasQueue),
  );

/** Returns whether the screen of the entry opens to a user with these permissions. */
export const canOpenScreen = (actions: readonly Permission[], { opensWith }: NavEntry): boolean =>
  opensWith === undefined || opensWith.some((permission) => actions.includes(permission));

/** Returns the entry of the current address. If two entries match, it returns the more specific one. */
export function activeEntry(entries: readonly NavEntry[], pathname: string): NavEntry | null {
  const places = entries.flatMap((entry) =>
    [entry.to, ...(entry.above === undefined ? [] : [entry.above])].map((at) => ({ entry, at })),
  );
  const covering = places.filter(({ at }) => pathname === at || pathname.startsWith(`${at}/`));
  return covering.toSorted((one, other) => other.at.length - one.at.length)[0]?.entry ?? null;
}
