import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import { useCatalogTotals } from '#components/records/use-catalog-totals.ts';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { PageNav } from '#ui/page/page-nav.tsx';
import { CatalogContext, useCatalogLink } from './catalog-screen.ts';
import { CATALOG_DEFINITIONS } from './catalogs.ts';
import type { CatalogDefinition } from './definition.ts';
import { RowFormPage } from './form/form-page.tsx';
import { CatalogList } from './list/catalog-list.tsx';
import { CatalogsOverview } from './overview.tsx';
import { OptionsPage } from './options/options-page.tsx';
import { PackagesPage } from './packages/packages-page.tsx';
import { TemplatesPage } from './templates/templates-page.tsx';

/** Further pages that the overview links to. */
const FURTHER_PAGES = [
  { path: 'options', label: 'Opciones de los médicos', Page: OptionsPage },
  { path: 'packages', label: 'Paquetes de exámenes', Page: PackagesPage },
  { path: 'templates', label: 'Plantillas', Page: TemplatesPage },
];

function CatalogScreens({ catalog, account }: { catalog: CatalogDefinition; account: Account }) {
  const { data: totals } = useCatalogTotals(account.userId);
  const reason = useDisabledReason(account);
  const isOffered = !totals || totals[catalog.key] !== undefined;
  const disabledReason = isOffered ? reason : `El servidor no ofrece «${catalog.words.title}».`;
  return (
    <CatalogContext value={{ catalog, account, isOffered, disabledReason }}>
      <Outlet />
    </CatalogContext>
  );
}

/** `/admin/catalogs` and all addresses below it (P2). */
export function CatalogsPage({ account }: { account: Account }) {
  const linkTo = useCatalogLink();
  const allowed = CATALOG_DEFINITIONS.filter(({ needs }) => account.actions.includes(needs));
  const [first] = allowed;
  if (!first) return <Navigate to="/home" replace />;
  const pages = account.actions.includes('manage_catalogs') ? FURTHER_PAGES : [];
  const places = allowed.map(({ route, words, icon }) => ({ to: linkTo(route), label: words.title, icon }));
  return (
    <>
      <PageNav label="Catálogos" places={[{ to: linkTo(), label: 'Resumen', end: true }, ...places]} />
      <Routes>
        <Route index element={<CatalogsOverview account={account} catalogs={allowed} pages={pages} />} />
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page account={account} />} />
        ))}
        {allowed.map((catalog) => (
          <Route
            key={catalog.route}
            path={catalog.route}
            element={<CatalogScreens key={catalog.route} catalog={catalog} account={account} />}
          >
            <Route index element={<CatalogList />} />
            <Route path="new" element={<RowFormPage />} />
            <Route path={`:${catalog.param}`} element={<RowFormPage />} />
          </Route>
        ))}
        {CATALOG_DEFINITIONS.filter((catalog) => !allowed.includes(catalog)).map(({ route }) => (
          <Route key={route} path={`${route}/*`} element={<Navigate to={linkTo(first.route)} replace />} />
        ))}
        <Route path="*" element={<Navigate to={linkTo()} replace />} />
      </Routes>
    </>
  );
}
