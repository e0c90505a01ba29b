import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { CatalogOverview } from '#contract/catalogs/overview.ts';
import { CACHED_DATA_WAIT_MS, lastReadOutcome, findReadProblem } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { CardSurface } from '#ui/display/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ReadProblemNotice, useIsWaitBeginning } from '#components/read-notice.tsx';
import type { Catalog } from './catalog-of.tsx';
import { useCatalogTotals } from './queries.ts';
import { useCatalogLink } from './use-catalog-link.ts';
import { useConnectionState } from '#components/use-connection-state.ts';
import './overview.css';

interface CatalogTileProps {
  catalog: Catalog;
  totals: CatalogOverview[Catalog['key']];
}

function CatalogTile({ catalog: { route, title, icon, activeOnes }, totals }: CatalogTileProps) {
  const linkTo = useCatalogLink();
  const share = totals && totals.total > 0 ? totals.active / totals.total : 0;
  return (
    <CardSurface as="li" className="catalog-tile">
      <h2>
        <span className="catalog-tile-mark">
          <Icon name={icon} size={24} />
        </span>
        <Link to={linkTo(route)}>{title}</Link>
      </h2>
      <dl>
        <div>
          <dt>Total</dt>
          <dd>{totals ? totals.total.toLocaleString('es-CO') : '–'}</dd>
        </div>
        <div>
          <dt>{activeOnes}</dt>
          <dd>{totals ? totals.active.toLocaleString('es-CO') : '–'}</dd>
        </div>
      </dl>
      <span className="catalog-tile-bar">
        <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </span>
    </CardSurface>
  );
}

const MorePageLinks = () => {
  const linkTo = useCatalogLink();
  return (
    <>
      <Button component={Link} to={linkTo('options')}>
        Opciones de los médicos
      </Button>
      <Button component={Link} to={linkTo('packages')}>
        Paquetes de exámenes
      </Button>
    </>
  );
};

const LOAD_TOTALS_FAILED = 'No se pudieron cargar los totales.';

/** `/admin/catalogs`: totals of the catalogues that the user may manage. */
export function Overview({ account, catalogs }: { account: Account; catalogs: readonly Catalog[] }) {
  const totals = useCatalogTotals(account.userId);
  const { data, isPending, dataUpdatedAt } = totals;
  const beginning = useIsWaitBeginning(isPending, CACHED_DATA_WAIT_MS);
  const read = lastReadOutcome({ query: totals, beginning, link: useConnectionState(), gate: account.gate });
  return (
    <>
      <PageHeader
        title="Catálogos"
        sub="Lo que recepción y médicos eligen al registrar, examinar y firmar"
        actions={account.actions.includes('manage_catalogs') ? <MorePageLinks /> : undefined}
      />
      <ReadProblemNotice
        problem={findReadProblem(read, LOAD_TOTALS_FAILED, data ? dataUpdatedAt : null)}
        onRetry={totals.refetch}
      />
      <ul className="catalog-tiles" aria-busy={isPending}>
        {catalogs.map((catalog) => (
          <CatalogTile key={catalog.key} catalog={catalog} totals={data?.[catalog.key]} />
        ))}
      </ul>
    </>
  );
}
