import type { Permission } from '#contract/vocabulary.ts';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  /** Permission that a user needs to see the entry; if absent, every user sees the entry (P2). */
  readonly needs?: Permission;
  /** Permissions of which the user needs at least one to open the screen. Absent if every user can open it. */
  readonly opensWith?: readonly Permission[];
  /**
   * True if the navigation entry is also shown to a user with entries in the outbox of this device; an extension of the base
   * contract.
   */
  readonly queue?: true;
  /** True for screens of an extension, which users see only if the server offers extensions. */
  readonly ours?: true;
  /** Path of screens without an entry. On screens below this path, the navigation marks this entry as active. */
  readonly above?: string;
}

/** Main navigation in the order of P2, with addresses of routes.tsx only. */
const NAV_ENTRIES: readonly NavEntry[] = [
  { to: '/home', label: 'Inicio' },
  { to: '/reception', label: 'Registrar paciente', opensWith: ['register_patients'] },
  { to: '/pending', label: 'Pendientes de envío', needs: 'register_patients', queue: true },
  {
    to: '/expected',
    label: 'Citaciones',
    opensWith: ['register_patients', 'manage_catalogs'],
    ours: true,
  },
  { to: '/deliveries', label: 'Entregas', needs: 'deliver_documents' },
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

export const canOpenScreen = (actions: readonly Permission[], { opensWith }: NavEntry): boolean =>
  opensWith === undefined || opensWith.some((permission) => actions.includes(permission));

/**
 * Returns the navigation entries that a user sees. `hasQueue`: true if the user has entries in the outbox of this device.
 * `isOurs`: true if the server offers extensions of the base contract.
 */
export const navEntriesFor = (
  actions: readonly Permission[],
  hasQueue: boolean,
  isOurs = false,
): NavEntry[] =>
  NAV_ENTRIES.filter((entry) => {
    const { needs, queue, ours } = entry;
    if (ours) return isOurs && canOpenScreen(actions, entry);
    return needs === undefined || actions.includes(needs) || (queue === true && hasQueue);
  });

/**
 * Returns the navigation entry for the current address: the more specific one if two match, null if none matches. A correction
 * belongs to no navigation entry, because the user opens it from several screens.
 */
export function findActiveNavEntry(
  entries: readonly NavEntry[],
  { pathname, search }: { pathname: string; search: string },
): NavEntry | null {
  // The addresses of corrections are /reception?entry=… and /reception?evaluation=….
  if (search.startsWith('?e') && pathname === '/reception') return null;
  const places = entries.flatMap((entry) =>
    [entry.to, ...(entry.above === undefined ? [] : [entry.above])].map((at) => ({ entry, at })),
  );
  const covering = places.filter(({ at }) => pathname === at || pathname.startsWith(`${at}/`));
  return covering.toSorted((one, other) => other.at.length - one.at.length)[0]?.entry ?? null;
}
