import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { EVALUATIONS_PAGE_SIZE } from '#contract/limits.ts';
import type { DatedEvaluationList, CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import {
  CACHED_DATA_WAIT_MS,
  formatReadAge,
  lastReadOutcome,
  findReadProblem,
} from '#sync/reads/last-read.ts';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { DataAge, ReadProblemNotice, useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { NoBranchNotice } from '../no-branch.tsx';
import { useRefetchOnDelivery, useEvaluationList } from '../queries.ts';
import { isMissingBranchError } from '../messages.ts';
import { useUnsavedEvaluations } from '../unsaved-tag.tsx';
import { WORKLIST_PATH } from '../worklist.ts';
import { EvaluationFiltersCard } from './filters-card.tsx';
import { UnsentRegistrationsCard } from './own-unsent.tsx';
import { ListDownload } from './list-download.tsx';
import { EvaluationRows } from './rows.tsx';
import { useEvaluationFilters, type EvaluationFilterState } from './use-filters.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import './evaluations-page.css';

const TITLE = 'Evaluaciones pendientes';
const LOAD_LIST_FAILED_TEXT = 'No se pudo cargar el listado de evaluaciones.';

const EmptyEvaluationList = ({ clear }: { clear: () => void }) => (
  <EmptyState
    icon="search"
    title="No se encontraron evaluaciones con los filtros seleccionados."
    action={<Button onClick={clear}>Limpiar filtros</Button>}
  />
);

const TodayListButton = () => (
  <Button component={Link} to={WORKLIST_PATH} leftSection={<Icon name="clock" />}>
    Lista de hoy
  </Button>
);

const DeviceOnlyNotice = ({ offline }: { offline: boolean }) => (
  <div className="list-table-notice">
    <Notice kind="warn">
      {offline ? 'Sin conexión: se' : 'Se'} muestran solo las evaluaciones guardadas en este dispositivo.
    </Notice>
  </div>
);

interface EvaluationResultsProps {
  ownerId: string;
  list: DatedEvaluationList;
  filters: EvaluationFilterState;
  opens: boolean;
  busy: boolean;
  offline: boolean;
}

function EvaluationResults({ ownerId, list, filters, opens, busy, offline }: EvaluationResultsProps) {
  const unsaved = useUnsavedEvaluations(ownerId);
  const { pathname, search } = useLocation();
  return (
    <Card>
      {list.source === 'device' && <DeviceOnlyNotice offline={offline} />}
      {list.items.length === 0 ? (
        <EmptyEvaluationList clear={filters.clear} />
      ) : (
        <EvaluationRows
          items={list.items}
          opens={opens}
          from={pathname + search}
          busy={busy}
          unsaved={unsaved}
        />
      )}
      <Pager
        page={filters.page}
        pageSize={EVALUATIONS_PAGE_SIZE}
        total={list.total}
        busy={busy}
        onPage={filters.turnTo}
      />
    </Card>
  );
}

function EvaluationListOfBranch({ account, reader }: { account: Account; reader: CacheOwner }) {
  const filters = useEvaluationFilters();
  const link = useConnectionState();
  const { gate, userId, actions } = account;
  const opens = actions.includes('manage_evaluations');
  useRefetchOnDelivery(userId);
  const list = useEvaluationList(reader, filters.question, gate === 'open' && link.name !== 'down');
  const beginning = useIsWaitBeginning(list.isPending, CACHED_DATA_WAIT_MS);
  if (isMissingBranchError(list.error))
    return <EvaluationsPageWithoutBranch account={account} onRetry={list.refetch} />;
  const read = lastReadOutcome({ query: list, beginning, link, gate });
  const { isPlaceholderData } = list;
  // True while an empty result of the previous filters is shown. The page must not report 'no results' before the response for
  // the new filters.
  const isSearching = isPlaceholderData && list.data?.items.length === 0;
  const data = isSearching ? undefined : list.data;
  const problem = findReadProblem(
    read,
    LOAD_LIST_FAILED_TEXT,
    data && !isPlaceholderData ? data.fetchedAt : null,
  );
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={data && <DataAge words={(now) => formatReadAge(read, 'Actualizado', data.fetchedAt, now)} />}
        actions={
          opens ? (
            <>
              <TodayListButton />
              <ListDownload account={account} filters={filters.question.filters} />
            </>
          ) : undefined
        }
      />
      {actions.includes('register_patients') && <UnsentRegistrationsCard ownerId={userId} />}
      <EvaluationFiltersCard filters={filters} ownerId={userId} />
      <ReadProblemNotice problem={problem} onRetry={list.refetch} />
      {!data && !problem && (
        <SkeletonCard shape="rows" lines={8} {...(isSearching && { label: 'Buscando evaluaciones…' })} />
      )}
      {data && (
        <EvaluationResults
          ownerId={userId}
          list={data}
          filters={filters}
          opens={opens}
          busy={isPlaceholderData}
          offline={read.name === 'offline'}
        />
      )}
    </>
  );
}

const EvaluationsPageWithoutBranch = (props: ComponentProps<typeof NoBranchNotice>) => (
  <>
    <PageHeader title={TITLE} />
    <NoBranchNotice {...props} />
  </>
);

/** `/evaluations`, 'Evaluaciones pendientes' (P2). */
export function EvaluationsPage({ account }: { account: Account }) {
  const { userId: ownerId, branchId, actions } = account;
  if (!actions.includes('manage_evaluations') && !actions.includes('register_patients'))
    return (
      <NoPermission
        page={TITLE}
        what="ver las evaluaciones"
        permission={PERMISSION_DEFINITIONS.manage_evaluations.label}
      />
    );
  if (branchId === null) return <EvaluationsPageWithoutBranch account={account} />;
  return <EvaluationListOfBranch key={branchId} account={account} reader={{ ownerId, branchId }} />;
}
