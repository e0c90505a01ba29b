import { Button, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import {
  EXPECTED_STATES,
  EXPECTED_STATE_LABELS,
  type ExpectedList,
  type ExpectedListPeople,
  type ExpectedPerson,
} from '#contract/records/evaluation/expected-lists.ts';
import type { RosterDefaults } from '#domain/roster/read-row.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { ListToolbar, createSearchChips } from '#ui/lists/list-toolbar.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { countTexts, dayFacts, endText, peopleCountText } from '../base/messages.ts';
import { attendancePath } from '../base/paths.ts';
import { CloseList } from '../closing/close-list.tsx';
import { ClosedListCard } from '../closing/closed-card.tsx';
import { RepeatedNotice } from '../settling/repeated-notice.tsx';
import { useSettling } from '../settling/use-settling.tsx';
import { EditPersonDialog } from '../person/edit-dialog.tsx';
import { PersonDialog } from '../person/person-dialog.tsx';
import { useExpectedPeople, useExpectedRefetch, useRosterCatalogs } from '../base/queries.ts';
import { useCancellation } from './cancellation.tsx';
import { PersonRows } from './person-rows.tsx';
import { parseStateFilter, useExpectedPeopleFilters, type ExpectedPeopleFilters } from './use-filters.ts';
import { useListChanges, usePersonAddition, type ListChanges } from './use-person-changes.ts';
import './list-page.css';

const STATE_OPTIONS = [
  { value: 'all', label: 'Todos los estados' },
  ...EXPECTED_STATES.map((value) => ({ value, label: EXPECTED_STATE_LABELS[value] })),
  { value: 'unsettled', label: 'Repetidas por decidir' },
];

const NO_DEFAULTS: RosterDefaults = { identification_type: 'CC', evaluation_type_id: '', package_job: '' };

const PeopleToolbar = ({ filters }: { filters: ExpectedPeopleFilters }) => (
  <ListToolbar
    searchLabel="Buscar"
    placeholder="Nombre o número de documento"
    typed={filters.typed}
    onType={filters.type}
    chips={createSearchChips(filters.typed, filters.type)}
    onReset={filters.clear}
  >
    <Select
      className="expected-state-filter"
      label="Estado"
      data={STATE_OPTIONS}
      allowDeselect={false}
      value={filters.address.state}
      onChange={(value) => filters.change({ state: parseStateFilter(value) })}
    />
  </ListToolbar>
);

interface PeopleCardProps {
  account: Account;
  found: ExpectedListPeople;
  filters: ExpectedPeopleFilters;
  busy: boolean;
}

/** Returns why nothing can be changed in the list; null if changes are possible. */
const useFixedReason = (account: Account, list: ExpectedList): string | null => {
  const reason = useDisabledReason(account);
  return list.status.state === 'cancelled' ? endText(list) : reason;
};

function PersonAddition({
  account,
  list,
  disabledById,
}: {
  account: Account;
  list: ExpectedList;
  disabledById: string | undefined;
}) {
  const addition = usePersonAddition(list.id, useExpectedRefetch(account));
  const catalogs = useRosterCatalogs();
  return (
    <>
      <Button
        leftSection={<Icon name="personAdd" />}
        disabled={disabledById !== undefined || catalogs === null}
        aria-describedby={disabledById}
        onClick={addition.open}
      >
        Agregar persona
      </Button>
      {addition.isOpen && catalogs && (
        <PersonDialog
          title="Agregar persona"
          submitLabel="Agregar"
          catalogs={catalogs}
          defaults={NO_DEFAULTS}
          problem={addition.problem}
          busy={addition.busy}
          onSubmit={addition.add}
          onClose={addition.close}
        />
      )}
    </>
  );
}

const NoPeople = ({ filters }: { filters: ExpectedPeopleFilters }) =>
  filters.typed.trim() === '' && filters.address.state === 'all' ? (
    <EmptyState icon="people" title="La lista no tiene personas." />
  ) : (
    <EmptyState icon="search" title="Nadie coincide.">
      Revisa el nombre o el número, o limpia los filtros.
    </EmptyState>
  );

const FailedChanges = ({ failures, forget }: ListChanges) =>
  failures.map(({ id, name, failure }) => (
    <Notice
      key={id}
      kind="error"
      title={name}
      supportCode={failure.supportCode}
      action={<Button onClick={() => forget(id)}>Entendido</Button>}
    >
      {failure.text}
    </Notice>
  ));

/** Dialog that changes a person. Returns the dialog, and the function that opens it. */
function usePersonEditing(account: Account) {
  const catalogs = useRosterCatalogs();
  const refetch = useExpectedRefetch(account);
  const [edited, setEdited] = useState<ExpectedPerson | null>(null);
  const dialog = edited && catalogs && (
    <EditPersonDialog
      account={account}
      person={edited}
      catalogs={catalogs}
      refetch={refetch}
      onClose={() => setEdited(null)}
    />
  );
  return { dialog, open: setEdited };
}

function PeopleCard({ account, found, filters, busy }: PeopleCardProps) {
  const { list, items, total_count: total } = found;
  const refetch = useExpectedRefetch(account);
  const changes = useListChanges(list.id, refetch);
  const cancellation = useCancellation(list, changes);
  const editing = usePersonEditing(account);
  const settling = useSettling(account, refetch);
  const reason = useFixedReason(account, list);
  const reasonId = useId();
  const disabledById = reason === null ? undefined : reasonId;
  return (
    <Card title={peopleCountText(total)}>
      {list.status.state !== 'closed' && (
        <ButtonRow>
          <PersonAddition account={account} list={list} disabledById={disabledById} />
          {list.status.state === 'open' && (
            <>
              <CloseList list={list} disabledById={disabledById} refetch={refetch} />
              <Button
                variant="subtle"
                disabled={reason !== null}
                aria-describedby={disabledById}
                onClick={() => cancellation.open({ type: 'list' })}
              >
                Cancelar la lista
              </Button>
            </>
          )}
        </ButtonRow>
      )}
      <div id={reasonId} className="expected-notices">
        {reason !== null && <Notice kind="warn">{reason}</Notice>}
      </div>
      <div className="expected-notices">
        <FailedChanges {...changes} />
      </div>
      {items.length === 0 ? (
        <NoPeople filters={filters} />
      ) : (
        <PersonRows
          people={items}
          busy={busy}
          disabledById={disabledById}
          pendingIds={changes.pendingIds}
          isClosed={list.status.state === 'closed'}
          onEdit={editing.open}
          onCancel={(person) => cancellation.open({ type: 'person', person })}
          onSettle={settling.open}
          onState={(person, state) => void changes.setState(person, state)}
        />
      )}
      {total > PAGE_SIZE_MAX && (
        <Pager
          page={filters.address.page}
          pageSize={PAGE_SIZE_MAX}
          total={total}
          busy={busy}
          onPage={filters.turnTo}
        />
      )}
      {cancellation.dialog}
      {editing.dialog}
      {settling.dialog}
    </Card>
  );
}

/** `/expected/:id`: one list with its people. */
export function ListPage({ account }: { account: Account }) {
  const { id = '' } = useParams();
  const filters = useExpectedPeopleFilters(id);
  const query = useExpectedPeople(account, id, filters.question);
  const { data, isPending, isPlaceholderData, refetch } = query;
  const { problem, age } = useReadDisplay(query, account, 'No se pudo cargar la lista.');
  const list = data?.list;
  return (
    <>
      <PageHeader
        title={list?.company.name ?? 'Citación'}
        sub={list && <FactList of={[...dayFacts(list), ...countTexts(list)]} />}
        actions={
          <>
            {list?.brigade && list.status.state === 'open' && (
              <Button component={Link} to={`/brigade?list=${list.id}&day=${list.day}`}>
                Preparar este dispositivo
              </Button>
            )}
            {list && (
              <Button component={Link} to={attendancePath(list.id)}>
                Asistencia
              </Button>
            )}
            <Button component={Link} to="/expected">
              Volver a Citaciones
            </Button>
          </>
        }
      />
      <PeopleToolbar filters={filters} />
      {isPending && !problem && <SkeletonCard shape="rows" lines={8} />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {list && list.repeated > 0 && (
        <RepeatedNotice
          count={list.repeated}
          isShown={filters.address.state === 'unsettled'}
          onShow={() => filters.change({ state: 'unsettled' })}
        />
      )}
      {list?.status.state === 'closed' && <ClosedListCard account={account} list={list} />}
      {data && <PeopleCard account={account} found={data} filters={filters} busy={isPlaceholderData} />}
    </>
  );
}
