import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import type { ExpectedList, ExpectedLists } from '#contract/records/evaluation/expected-lists.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { createCompanyFilterSource } from '#sync/catalogs/catalog-source.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { DayField } from '#ui/fields/day-field.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { countTexts, listStatusText, peopleCountText, totalPeople } from '../base/messages.ts';
import { useExpectedLists } from '../base/queries.ts';
import { useExpectedListFilters } from './use-filters.ts';
import './lists-page.css';

type Filters = ReturnType<typeof useExpectedListFilters>;

const NewListButton = () => (
  <Button component={Link} to="/expected/new" variant="filled" leftSection={<Icon name="personAdd" />}>
    Nueva lista
  </Button>
);

const ListFilters = ({ account, filters }: { account: Account; filters: Filters }) => (
  <Card>
    <search className="expected-filters" aria-label="Filtros">
      <SearchSelect
        {...createCompanyFilterSource(account.userId)}
        label="Empresa"
        noneLabel="Todas las empresas"
        value={filters.address.companyId}
        onChange={(companyId) => filters.change({ companyId })}
      />
      <DayField
        label="Desde"
        value={filters.address.from}
        max={filters.address.to || undefined}
        onChange={(from) => filters.change({ from })}
      />
      <DayField
        label="Hasta"
        value={filters.address.to}
        min={filters.address.from || undefined}
        onChange={(to) => filters.change({ to })}
      />
      <Button onClick={filters.clear}>Limpiar filtros</Button>
    </search>
  </Card>
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
        actions={<NewListButton />}
      />
      <ListFilters account={account} filters={filters} />
      {isPending && !problem && <SkeletonCard shape="rows" lines={6} />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {data && <ListResults lists={data} filters={filters} busy={isPlaceholderData} />}
    </>
  );
}
