import { Button } from '@mantine/core';
import { useEffect, useState, type ComponentProps } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { PERMISSION_DEFINITIONS, type EvaluationStatus } from '#contract/vocabulary.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import {
  CACHED_DATA_WAIT_MS,
  formatReadAge,
  lastReadOutcome,
  findReadProblem,
  type LastReadOutcome,
} from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { DataAge, ReadProblemNotice, useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { ownLicenceHint } from '../licence.ts';
import { NoBranchNotice } from '../no-branch.tsx';
import { useRefetchOnDelivery, useEvaluationList, useSigningRules } from '../queries.ts';
import { isMissingBranchError } from '../messages.ts';
import { parseWorklistStatus, toWorklist, worklistQuery, type Worklist } from '../worklist.ts';
import { TodayPatients } from './people.tsx';
import { RoomField } from './calls/room-field.tsx';
import { TodayTabs } from './tabs.tsx';
import { usePatientCalls, type PatientCalls } from './calls/use-calls.ts';
import './today-page.css';

const TITLE = 'Lista de hoy';
const LOAD_LIST_FAILED_TEXT = 'No se pudo cargar el listado de evaluaciones.';

const EMPTY_LIST_TEXTS: Record<EvaluationStatus, string> = {
  pendiente: 'Nadie espera.',
  en_proceso: 'Nadie está en proceso.',
  cerrada: 'Hoy no se ha cerrado ninguna.',
};

const MINUTE_MS = 60_000;
const todayInBogota = (): string => bogotaDay(Date.now());

/** Returns the current day. After midnight, an open page shows the list of the new day. */
function useCurrentDay(): string {
  const [day, setDay] = useState(todayInBogota);
  useEffect(() => {
    const timer = setInterval(() => setDay(todayInBogota()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return day;
}

type EvaluationListResult = ReturnType<typeof useEvaluationList>;

/** Reads one list for each tab, so that each count is exact and each tab appears immediately. */
function useTodayLists(reader: CacheOwner, asking: boolean) {
  const day = useCurrentDay();
  return {
    pendiente: useEvaluationList(reader, worklistQuery('pendiente', day), asking),
    en_proceso: useEvaluationList(reader, worklistQuery('en_proceso', day), asking),
    cerrada: useEvaluationList(reader, worklistQuery('cerrada', day), asking),
  } satisfies Record<EvaluationStatus, EvaluationListResult>;
}

const worklistCountOf = (
  { data, isPlaceholderData }: EvaluationListResult,
  status: EvaluationStatus,
): number | null => (data && !isPlaceholderData ? toWorklist(data, status).total : null);

const AllEvaluationsButton = () => (
  <Button component={Link} to="/evaluations" variant="subtle">
    Ver todas
  </Button>
);

/** Says that the list is incomplete, because the device has only the newest open evaluations. */
const DeviceOnlyNotice = ({ read }: { read: LastReadOutcome }) => (
  <Notice kind="warn" className="today-notice">
    {read.name === 'offline' ? 'Sin conexión: se' : 'Se'} muestran solo las evaluaciones guardadas en este
    dispositivo.
  </Notice>
);

interface TodayStatusListProps {
  status: EvaluationStatus;
  list: Worklist;
  reader: CacheOwner;
  busy: boolean;
  calls: PatientCalls | null;
}

function TodayStatusList({ status, list, reader, busy, calls }: TodayStatusListProps) {
  const { pathname, search } = useLocation();
  const { items, total } = list;
  if (items.length === 0)
    return <EmptyState title={EMPTY_LIST_TEXTS[status]}>Las de otros días están en «Ver todas».</EmptyState>;
  return (
    <>
      {calls && status !== 'cerrada' && (
        <RoomField
          room={calls.room}
          isMissing={calls.isRoomMissing}
          input={calls.roomInput}
          onSaved={calls.setRoom}
        />
      )}
      <TodayPatients items={items} reader={reader} from={pathname + search} busy={busy} calls={calls} />
      {items.length < total && (
        <p className="today-rest">
          Se muestran {items.length} de {total}. Las demás están en «Ver todas».
        </p>
      )}
    </>
  );
}

function LicenceHint({ reader, asking }: { reader: CacheOwner; asking: boolean }) {
  const hint = ownLicenceHint(useSigningRules(reader, asking).data ?? null);
  return hint === null ? null : <p className="today-licence">{hint}</p>;
}

function TodayListOfBranch({ account, reader }: { account: Account; reader: CacheOwner }) {
  const [params] = useSearchParams();
  const link = useConnectionState();
  const { gate } = account;
  const asking = gate === 'open' && link.name !== 'down';
  useRefetchOnDelivery(reader.ownerId);
  const status = parseWorklistStatus(params);
  const lists = useTodayLists(reader, asking);
  const calls = usePatientCalls(reader, asking);
  const query = lists[status];
  const beginning = useIsWaitBeginning(query.isPending, CACHED_DATA_WAIT_MS);
  if (isMissingBranchError(query.error))
    return <TodayWithoutBranchPage account={account} onRetry={query.refetch} />;
  const read = lastReadOutcome({ query, beginning, link, gate });
  const { data, isPlaceholderData } = query;
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
        actions={<AllEvaluationsButton />}
      />
      <TodayTabs
        shown={status}
        counts={{
          pendiente: worklistCountOf(lists.pendiente, 'pendiente'),
          en_proceso: worklistCountOf(lists.en_proceso, 'en_proceso'),
          cerrada: worklistCountOf(lists.cerrada, 'cerrada'),
        }}
      />
      <LicenceHint reader={reader} asking={asking} />
      <ReadProblemNotice problem={problem} onRetry={query.refetch} />
      {!data && !problem && <SkeletonCard shape="rows" lines={8} />}
      {data && (
        <Card>
          {data.source === 'device' && <DeviceOnlyNotice read={read} />}
          <TodayStatusList
            status={status}
            list={toWorklist(data, status)}
            reader={reader}
            busy={isPlaceholderData}
            calls={calls}
          />
        </Card>
      )}
    </>
  );
}

const TodayWithoutBranchPage = (props: ComponentProps<typeof NoBranchNotice>) => (
  <>
    <PageHeader title={TITLE} />
    <NoBranchNotice {...props} />
  </>
);

/** `/evaluations/today`: today's list for doctors, in addition to the list of P2. */
export function TodayPage({ account }: { account: Account }) {
  const { userId: ownerId, branchId, actions } = account;
  if (!actions.includes('manage_evaluations'))
    return (
      <NoPermission
        page={TITLE}
        what="abrir evaluaciones"
        permission={PERMISSION_DEFINITIONS.manage_evaluations.label}
      />
    );
  if (branchId === null) return <TodayWithoutBranchPage account={account} />;
  return <TodayListOfBranch key={branchId} account={account} reader={{ ownerId, branchId }} />;
}
