import { useEffect, useRef } from 'react';
import { NavLink, Navigate, Route, Routes } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { Catalog } from './catalog-of.tsx';
import { CATALOGS, allowedCatalogs } from './catalogs.ts';
import { Overview } from './overview.tsx';
import { PackagesPage } from './packages/packages-page.tsx';
import { useCatalogLink } from './use-catalog-link.ts';
import './catalogs-page.css';

/** Where the row is wider than the screen, the current entry is in sight. Every address is a new page to the shell. */
function useCurrentInSight() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, []);
  return nav;
}

function CatalogNav({ catalogs }: { catalogs: readonly Catalog[] }) {
  const linkTo = useCatalogLink();
  const nav = useCurrentInSight();
  return (
    <nav className="catalog-nav" aria-label="Catálogos" ref={nav}>
      <NavLink to={linkTo()} end className="catalog-nav-link">
        Resumen
      </NavLink>
      {catalogs.map(({ route, title, icon }) => (
        <NavLink key={route} to={linkTo(route)} className="catalog-nav-link">
          <Icon name={icon} />
          {title}
        </NavLink>
      ))}
    </nav>
  );
}

/** `/admin/catalogs` and all below it (P2). */
export function CatalogsPage({ account }: { account: Account }) {
  const linkTo = useCatalogLink();
  const allowed = allowedCatalogs(account.actions);
  const [first] = allowed;
  if (!first) return <Navigate to="/home" replace />;
  return (
    <>
      <CatalogNav catalogs={allowed} />
      <Routes>
        <Route index element={<Overview account={account} catalogs={allowed} />} />
        {account.actions.includes('manage_catalogs') && (
          <Route path="packages" element={<PackagesPage account={account} />} />
        )}
        {allowed.map(({ route, param, List, Create, Edit }) => (
          <Route key={route} path={route}>
            <Route index element={<List account={account} />} />
            <Route path="new" element={<Create account={account} />} />
            <Route path={`:${param}`} element={<Edit account={account} />} />
          </Route>
        ))}
        {CATALOGS.filter((catalog) => !allowed.includes(catalog)).map(({ route }) => (
          <Route key={route} path={`${route}/*`} element={<Navigate to={linkTo(first.route)} replace />} />
        ))}
        <Route path="*" element={<Navigate to={linkTo()} replace />} />
      </Routes>
    </>
  );
}
