import { Button, Select } from '@mantine/core';
import { Link } from 'react-router-dom';
import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import {
  ATTENDANCE_FILTERS,
  ATTENDANCE_OUTCOME_LABELS,
  hasCome,
  type Attendance,
  type AttendanceCounts,
  type AttendanceOutcome,
  type AttendancePerson,
} from '#contract/records/evaluation/attendance.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { formatTime } from '#domain/time/format.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { StatusTag, type StatusKind } from '#ui/display/status-tag.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ListsFilterCard } from '../base/lists-filter-card.tsx';
import { dayFacts, listStatusText, peopleCountText } from '../base/messages.ts';
import { useAttendance } from '../base/queries.ts';
import { AttendanceDownloads } from './downloads.tsx';
import { parseOutcome, useAttendanceFilters, type AttendanceFilters } from './use-filters.ts';
import './attendance-page.css';

const RESULTS_PENDING_LABEL = 'Resultados pendientes';
const FILTER_LABELS = { ...ATTENDANCE_OUTCOME_LABELS, results_pending: RESULTS_PENDING_LABEL };
const OUTCOME_OPTIONS = [
  { value: 'all', label: 'Todas las personas' },
  ...ATTENDANCE_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] })),
];

const OUTCOME_KINDS: Readonly<Record<AttendanceOutcome, StatusKind>> = {
  came: 'ok',
  arrived: 'warn',
  no_show: 'bad',
  expected: 'info',
};

/** List of the filter; the user came from its page. */
const ListFilter = ({ filters, found }: { filters: AttendanceFilters; found: Attendance | undefined }) => {
  const { listId } = filters.address;
  const list = found?.lists.find(({ id }) => id === listId);
  if (listId === '') return null;
  const facts = list && [list.company.name, ...dayFacts(list), listStatusText(list)];
  return (
    <div className="attendance-list">
      <span>Solo la lista {facts ? <FactList of={facts} /> : 'elegida'}</span>
      <Button onClick={() => filters.change({ listId: '' })}>Ver todas las listas</Button>
    </div>
  );
};

const Counts = ({ counts }: { counts: AttendanceCounts }) => (
  <dl className="attendance-counts">
    {(
      [
        ['Asistieron', counts.came],
        ...(counts.arrived > 0 ? [[ATTENDANCE_OUTCOME_LABELS.arrived, counts.arrived] as const] : []),
        ['No asistieron', counts.no_show],
        ['Por llegar', counts.expected],
        [RESULTS_PENDING_LABEL, counts.results_pending],
      ] as const
    ).map(([label, count]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{count.toLocaleString('es-CO')}</dd>
      </div>
    ))}
  </dl>
);

const pageOfPerson = ({ list_id: id }: AttendancePerson) => ({ to: `/expected/${id}`, state: null });

const Outcome = ({ outcome, is_result_pending: isPending }: AttendancePerson) => (
  <span className="attendance-outcome">
    <StatusTag kind={OUTCOME_KINDS[outcome]}>{ATTENDANCE_OUTCOME_LABELS[outcome]}</StatusTag>
    {isPending && <StatusTag kind="warn">{RESULTS_PENDING_LABEL}</StatusTag>}
  </span>
);

/** Returns the columns that need the lists of the page. */
const columnsOf = ({ lists }: Attendance) => {
  const listOf = ({ list_id: id }: AttendancePerson) => lists.find((list) => list.id === id);
  return [
    { label: 'Empresa', cell: (person: AttendancePerson) => listOf(person)?.company.name ?? '' },
    {
      label: 'Día',
      cell: (person: AttendancePerson) => {
        const list = listOf(person);
        return list && <FactList of={dayFacts(list)} />;
      },
    },
    { label: 'Cita', cell: ({ hour }: AttendancePerson) => hour ?? '' },
    {
      label: 'Llegada',
      // Only the time of an arrival is worth showing; others are the time of a decision.
      cell: (person: AttendancePerson) =>
        hasCome(person) && person.at !== null ? formatTime(Date.parse(person.at)) : '',
    },
  ];
};

interface ResultsProps {
  account: Account;
  found: Attendance;
  filters: AttendanceFilters;
  busy: boolean;
}

const Results = ({ account, found, filters, busy }: ResultsProps) => (
  <>
    <Card title="Resumen">
      <Counts counts={found.attendance} />
      <AttendanceDownloads account={account} filter={filters.address} />
    </Card>
    <Card title={peopleCountText(found.total_count)}>
      {found.items.length === 0 ? (
        <EmptyState icon="search" title="Ninguna persona coincide.">
          Cambia los filtros para ver a otras personas.
        </EmptyState>
      ) : (
        <RecordTable
          caption="Asistencia"
          rows={found.items}
          lead={{
            label: 'Persona',
            name: (person) => formatNamePart(person.full_name),
            under: ({ identification_type: type, identification_number: number }) => `${type} ${number}`,
          }}
          columns={columnsOf(found)}
          status={Outcome}
          pageOf={pageOfPerson}
          busy={busy}
        />
      )}
      {found.total_count > PAGE_SIZE_MAX && (
        <Pager
          page={filters.address.page}
          pageSize={PAGE_SIZE_MAX}
          total={found.total_count}
          busy={busy}
          onPage={filters.turnTo}
        />
      )}
    </Card>
  </>
);

/** `/expected/attendance`: who of the announced people came, who did not, and whose results are pending. */
export function AttendancePage({ account }: { account: Account }) {
  const filters = useAttendanceFilters();
  const query = useAttendance(account, filters.address);
  const { data, isPending, isPlaceholderData, refetch } = query;
  const { problem, age } = useReadDisplay(query, account, 'No se pudo cargar la asistencia.');
  return (
    <>
      <PageHeader
        title="Asistencia"
        sub="Quién vino de cada empresa, quién no, y qué resultados faltan"
        actions={
          <Button component={Link} to="/expected">
            Volver a Citaciones
          </Button>
        }
      />
      <ListsFilterCard account={account} filters={filters}>
        <Select
          label="Personas"
          data={OUTCOME_OPTIONS}
          allowDeselect={false}
          value={filters.address.outcome}
          onChange={(value) => filters.change({ outcome: parseOutcome(value) })}
        />
      </ListsFilterCard>
      <ListFilter filters={filters} found={data} />
      {isPending && !problem && <SkeletonCard shape="rows" lines={8} />}
      <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
      {data && <Results account={account} found={data} filters={filters} busy={isPlaceholderData} />}
    </>
  );
}
