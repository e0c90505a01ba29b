import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import type { ExpectedList, ExpectedLists } from '#contract/records/evaluation/expected-lists.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ListsFilterCard } from '../base/lists-filter-card.tsx';
import { countTexts, listStatusText, peopleCountText, totalPeople } from '../base/messages.ts';
import { attendancePath } from '../base/paths.ts';
import { useExpectedLists } from '../base/queries.ts';
import { useExpectedListFilters } from './use-filters.ts';

type Filters = ReturnType<typeof useExpectedListFilters>;

const PageActions = () => (
  <>
    <Button component={Link} to={attendancePath()}>
      Asistencia
    </Button>
    <Button component={Link} to="/expected/new" variant="filled" leftSection={<Icon name="personAdd" />}>
      Nueva lista
    </Button>
  </>
);

const EmptyLists = ({ filters: { address, clear } }: { filters: Filters }) =>
  address.companyId === '' && address.from === '' && address.to === '' ? (
    <EmptyState icon="people" title="Todavía no hay citaciones.">
      Cuando una empresa anuncie a su gente, crea una lista y trae el archivo de Excel.
    </EmptyState>
  ) : (
    <EmptyState
      icon="search"
      title="Ninguna lista coincide."
      action={<Button onClick={clear}>Limpiar filtros</Button>}
    />
  );

const pageOfList = ({ id }: ExpectedList) => ({ to: `/expected/${id}`, state: null });

const ListStatus = (list: ExpectedList) => (
  <StatusTag kind={list.status.state === 'open' ? 'info' : 'mute'}>{listStatusText(list)}</StatusTag>
);

const LIST_COLUMNS = [
  { label: 'Día', cell: ({ day }: ExpectedList) => formatCalendarDay(day) },
  { label: 'Personas', cell: (list: ExpectedList) => peopleCountText(totalPeople(list)) },
  { label: 'Cómo va', cell: (list: ExpectedList) => <FactList of={countTexts(list)} /> },
];

const ListResults = ({ lists, filters, busy }: { lists: ExpectedLists; filters: Filters; busy: boolean }) => (
  <Card title={formatCountWithNoun(lists.total_count, 'lista', 'listas')}>
    {lists.items.length === 0 ? (
      <EmptyLists filters={filters} />
    ) : (
      <RecordTable
        caption="Citaciones"
        rows={lists.items}
        lead={{
          label: 'Empresa',
          name: ({ company }) => company.name,
          under: ({ brigade }) => brigade ?? '',
        }}
        columns={LIST_COLUMNS}
        status={ListStatus}
        pageOf={pageOfList}
        busy={busy}
      />
    )}
    {lists.total_count > PAGE_SIZE_DEFAULT && (
      <Pager
        page={filters.address.page}
        pageSize={PAGE_SIZE_DEFAULT}
        total={lists.total_count}
        busy={busy}
        onPage={filters.turnTo}
      />
    )}
  </Card>
);

/** `/expected`, 'Citaciones': the lists of the active branch, the latest day first. */
export function ListsPage({ account }: { account: Account }) {
  const filters = useExpectedListFilters();
  const query = useExpectedLists(account, filters.address);
  const { data, isPending, isPlaceholderData, refetch } = query;
  const { problem, age } = useReadDisplay(query, account, 'No se pudieron cargar las citaciones.');
  return (
    <>
      <PageHeader
        title="Citaciones"
        sub="Personas que las empresas anunciaron a tu sede"
        actions={<PageActions />}
      />
      <ListsFilterCard account={account} filters={filters} />
      {isPending && !problem && <SkeletonCard shape="rows" lines={6} />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {data && <ListResults lists={data} filters={filters} busy={isPlaceholderData} />}
    </>
  );
}
