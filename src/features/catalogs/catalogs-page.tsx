import { Navigate, Route, Routes } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import { PageNav } from '#ui/page/page-nav.tsx';
import { CATALOGS, allowedCatalogs } from './catalogs.tsx';
import { Overview } from './overview.tsx';
import { OptionsPage } from './options/options-page.tsx';
import { PackagesPage } from './packages/packages-page.tsx';
import { useCatalogLink } from './use-catalog-link.ts';

/** `/admin/catalogs` and all addresses below it (P2). */
export function CatalogsPage({ account }: { account: Account }) {
  const linkTo = useCatalogLink();
  const allowed = allowedCatalogs(account.actions);
  const [first] = allowed;
  if (!first) return <Navigate to="/home" replace />;
  const places = allowed.map(({ route, title, icon }) => ({ to: linkTo(route), label: title, icon }));
  return (
    <>
      <PageNav label="Catálogos" places={[{ to: linkTo(), label: 'Resumen', end: true }, ...places]} />
      <Routes>
        <Route index element={<Overview account={account} catalogs={allowed} />} />
        {account.actions.includes('manage_catalogs') && (
          <>
            <Route path="packages" element={<PackagesPage account={account} />} />
            <Route path="options" element={<OptionsPage account={account} />} />
          </>
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
