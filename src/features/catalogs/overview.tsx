import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { CatalogOverview } from '#contract/catalogs/overview.ts';
import type { Account } from '#sync/session/session.ts';
import { CardSurface } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { useCatalogTotals } from '#components/records/use-catalog-totals.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ReadProblemNotice } from '#components/connection/read-notice.tsx';
import { useCatalogLink } from './catalog-screen.ts';
import type { CatalogDefinition } from './definition.ts';
import './overview.css';

interface CatalogTileProps {
  catalog: CatalogDefinition;
  totals: CatalogOverview[CatalogDefinition['key']];
}

function CatalogTile({ catalog: { route, words, icon }, totals }: CatalogTileProps) {
  const linkTo = useCatalogLink();
  const share = totals && totals.total > 0 ? totals.active / totals.total : 0;
  return (
    <CardSurface as="li" className="catalog-tile">
      <h2>
        <span className="catalog-tile-mark">
          <Icon name={icon} size={24} />
        </span>
        <Link to={linkTo(route)}>{words.title}</Link>
      </h2>
      <dl>
        {[
          { label: 'Total', count: totals?.total },
          { label: words.activeOnes, count: totals?.active },
        ].map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count?.toLocaleString('es-CO') ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <progress aria-hidden="true" value={share} />
    </CardSurface>
  );
}

interface CatalogsOverviewProps {
  account: Account;
  catalogs: readonly CatalogDefinition[];
  pages: readonly { readonly path: string; readonly label: string }[];
}

/** `/admin/catalogs`: totals of the catalogues that the user may manage. */
export function CatalogsOverview({ account, catalogs, pages }: CatalogsOverviewProps) {
  const linkTo = useCatalogLink();
  const totals = useCatalogTotals(account.userId);
  const { problem } = useReadDisplay(totals, account, 'No se pudieron cargar los totales.');
  return (
    <>
      <PageHeader
        title="Catálogos"
        sub="Lo que recepción y médicos eligen al registrar, examinar y firmar"
        actions={
          pages.length > 0
            ? pages.map(({ path, label }) => (
                <Button key={path} component={Link} to={linkTo(path)}>
                  {label}
                </Button>
              ))
            : undefined
        }
      />
      <ReadProblemNotice problem={problem} onRetry={totals.refetch} />
      <ul className="catalog-tiles" aria-busy={totals.isPending}>
        {catalogs.map((catalog) => (
          <CatalogTile key={catalog.key} catalog={catalog} totals={totals.data?.[catalog.key]} />
        ))}
      </ul>
    </>
  );
}
