import { Button } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import type { DatedList, Reader } from '#sync/evaluations.ts';
import type { Account } from '#sync/session.ts';
import { StorageProblem } from '#storage/problem.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { SkeletonCard } from '#ui/skeleton-card.tsx';
import { StorageNotice } from '#ui/storage-notice.tsx';
import { Freshness } from '../freshness.tsx';
import { NoBranch } from '../no-branch.tsx';
import { useEvaluationList, useFollowUps, useLink } from '../queries.ts';
import { failureText, isBranchMissing } from '../words.ts';
import { FiltersCard } from './filters-card.tsx';
import { OwnUnsent } from './own-unsent.tsx';
import { Rows } from './rows.tsx';
import { useFilters, type Filters } from './use-filters.ts';
import './list.css';

const TITLE = 'Evaluaciones pendientes';
const FALLBACK = 'No se pudo cargar el listado de evaluaciones.';

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof StorageProblem) return <StorageNotice kind={error.kind} />;
  return (
    <Notice
      kind="error"
      title={failureText(error, FALLBACK)}
      action={<Button onClick={onRetry}>Reintentar</Button>}
    />
  );
}

const Nothing = ({ clear }: { clear: () => void }) => (
  <EmptyState
    icon="search"
    title="No se encontraron evaluaciones con los filtros seleccionados."
    action={<Button onClick={clear}>Limpiar filtros</Button>}
  />
);

const FromDevice = () => (
  <div className="list-table-notice">
    <Notice kind="warn">
      Sin conexión: se muestran solo las evaluaciones guardadas en este dispositivo.
    </Notice>
  </div>
);

interface ResultsProps {
  list: DatedList;
  filters: Filters;
  opens: boolean;
  busy: boolean;
}

function Results({ list, filters, opens, busy }: ResultsProps) {
  const { pathname, search } = useLocation();
  return (
    <Card>
      {list.source === 'device' && <FromDevice />}
      {list.items.length === 0 ? (
        <Nothing clear={filters.clear} />
      ) : (
        <Rows items={list.items} opens={opens} from={pathname + search} busy={busy} />
      )}
      <Pager
        page={filters.page}
        pageSize={EVALUATIONS_PAGE_SIZE}
        total={list.total}
        onPage={filters.turnTo}
      />
    </Card>
  );
}

function BranchList({ account, reader }: { account: Account; reader: Reader }) {
  const filters = useFilters();
  const link = useLink();
  const offline = link.name === 'down';
  const asking = account.gate === 'open' && !offline;
  useFollowUps(account.userId, asking);
  const list = useEvaluationList(reader, filters.question, asking);
  if (isBranchMissing(list.error)) return <Page account={account} />;
  const opens = account.actions.includes('manage_evaluations');
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={list.data && <Freshness fetchedAt={list.data.fetchedAt} offline={offline} word="Actualizado" />}
      />
      {account.actions.includes('register_patients') && <OwnUnsent ownerId={account.userId} />}
      <FiltersCard filters={filters} ownerId={account.userId} />
      {list.error && !list.data && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonCard lines={6} />}
      {list.data && (
        <Results list={list.data} filters={filters} opens={opens} busy={list.isPlaceholderData} />
      )}
    </>
  );
}

/** Without a branch there is no list. */
const Page = ({ account }: { account: Account }) => (
  <>
    <PageHeader title={TITLE} />
    <NoBranch account={account} />
  </>
);

/** `/evaluations`, 'Evaluaciones pendientes' (spec §2). */
export function EvaluationsPage({ account }: { account: Account }) {
  const { userId: ownerId, branchId, actions } = account;
  if (!actions.includes('manage_evaluations') && !actions.includes('register_patients'))
    return (
      <>
        <PageHeader title={TITLE} />
        <Notice kind="warn" title="No tienes permiso para ver las evaluaciones.">
          Pide al administrador el permiso «Evaluaciones».
        </Notice>
      </>
    );
  if (branchId === null) return <Page account={account} />;
  return <BranchList key={branchId} account={account} reader={{ ownerId, branchId }} />;
}
