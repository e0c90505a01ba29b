import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ActivityList } from '#contract/records/evaluation/clinical.ts';
import { CACHE_LIFETIME_MS, PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import { fetchActivity, type ActivityFilters } from '#sync/reads/activity.ts';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { ActivityRows } from './activity-rows.tsx';
import { ActivityFiltersCard } from './filters-card.tsx';
import { useActivityFilters } from './use-filters.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';

const SHOWN_HASH_LENGTH = 16;
/** Number and hash of the newest entry. A user who writes both down can prove later whether earlier entries were changed. */
const NewestEntry = ({ newest }: Pick<ActivityList, 'newest'>) =>
  newest ? (
    <>
      {' '}
      La más reciente es la N.º {newest.sequence}, con huella{' '}
      <code>{newest.hash.slice(0, SHOWN_HASH_LENGTH)}</code>.
    </>
  ) : null;

const ChainStatusNotice = ({ chain_intact: intact, newest }: Pick<ActivityList, 'chain_intact' | 'newest'>) =>
  intact ? (
    <Notice kind="ok">
      Las líneas de esta página están completas y sin cambios desde que se escribieron.
      <NewestEntry newest={newest} />
    </Notice>
  ) : (
    <Notice kind="error" title="La cadena de esta página está rota.">
      Alguna línea falta o fue cambiada después de escribirse. Avisa a quien administra el servidor.
    </Notice>
  );

interface ActivityResultsProps {
  list: ActivityList;
  page: number;
  busy: boolean;
  onPage: (page: number, replace?: boolean) => void;
}

const ActivityResults = ({ list, page, busy, onPage }: ActivityResultsProps) => (
  <Card>
    {list.items.length > 0 ? (
      <>
        <ChainStatusNotice chain_intact={list.chain_intact} newest={list.newest} />
        <ActivityRows items={list.items} busy={busy} />
      </>
    ) : (
      <EmptyState icon="search" title="No hay actividad con los filtros seleccionados." />
    )}
    <Pager page={page} pageSize={PAGE_SIZE_DEFAULT} total={list.total_count} busy={busy} onPage={onPage} />
  </Card>
);

function useActivity(ownerId: string, filters: ActivityFilters, page: number) {
  return useQuery({
    queryKey: ['activity', ownerId, filters, page],
    queryFn: () => fetchActivity(filters, page),
    staleTime: CACHE_LIFETIME_MS.list,
    placeholderData: keepPreviousData,
  });
}

function ActivityLog({ account }: { account: Account }) {
  const filters = useActivityFilters();
  const { page, turnTo: goToPage } = filters;
  const query = useActivity(account.userId, filters.question, page);
  const { data, isPending, isPlaceholderData, refetch } = query;
  const { problem, age } = useReadDisplay(query, account, 'No se pudo cargar la actividad.');
  return (
    <>
      <ActivityFiltersCard filters={filters} />
      {isPending && !problem && <SkeletonCard shape="rows" lines={8} />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {data && <ActivityResults list={data} page={page} busy={isPlaceholderData} onPage={goToPage} />}
    </>
  );
}

/** `/admin/activity`, 'Actividad': user, action, time, branch and device of each access or change. */
export function ActivityPage({ account }: { account: Account }) {
  if (!account.actions.includes('user_management'))
    return (
      <NoPermission
        page="Actividad"
        what="ver la actividad"
        permission={PERMISSION_DEFINITIONS.user_management.label}
      />
    );
  return (
    <>
      <PageHeader title="Actividad" sub="Quién consultó o cambió qué, cuándo y desde dónde" />
      <ActivityLog account={account} />
    </>
  );
}
