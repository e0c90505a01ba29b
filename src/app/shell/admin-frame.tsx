import { Suspense } from 'react';
import { Outlet, useOutletContext } from 'react-router-dom';
import type { Permission } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import type { IconName } from '#ui/display/icon.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { PageNav } from '#ui/page/page-nav.tsx';
import './admin-frame.css';

interface AdminNavEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly needs: Permission;
}

/**
 * Entries of the sidebar. 'Branches' is here too, because a user who manages users may lack the catalogues in the main
 * navigation.
 */
const ADMIN_NAV_ENTRIES: readonly AdminNavEntry[] = [
  { to: '/admin/users', label: 'Usuarios', icon: 'person', needs: 'user_management' },
  { to: '/admin/catalogs/branches', label: 'Sedes', icon: 'building', needs: 'user_management' },
  { to: '/admin/devices', label: 'Dispositivos', icon: 'tablet', needs: 'user_management' },
  { to: '/admin/activity', label: 'Actividad', icon: 'clock', needs: 'user_management' },
  { to: '/admin/system', label: 'Sistema', icon: 'info', needs: 'user_management' },
  { to: '/admin/catalogs', label: 'Catálogos', icon: 'list', needs: 'manage_catalogs' },
];

/** Sidebar of all screens under /admin except the catalogues (P2); on narrow displays it is a bar above the screen. */
export function AdminFrame() {
  const account = useOutletContext<Account>();
  const entries = ADMIN_NAV_ENTRIES.filter(({ needs }) => account.actions.includes(needs));
  return (
    <div className="admin">
      {entries.length > 0 && <PageNav label="Administración" places={entries} isBeside />}
      <div className="admin-content">
        <Suspense fallback={<SkeletonCard lines={6} />}>
          <Outlet context={account} />
        </Suspense>
      </div>
    </div>
  );
}
