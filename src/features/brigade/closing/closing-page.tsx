import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { brigadeClosingOf } from '#domain/brigade/closing.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { countParkedDrafts, countParkedDraftsOnDevice } from '#storage/drafts/parked-list.ts';
import { readPreparedBrigade, type PreparedBrigade } from '#storage/device/brigade.ts';
import { readBrigadeCounts, type BrigadeCounts } from '#sync/brigade/counts.ts';
import { endBrigade } from '#sync/brigade/preparation.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { closingMessage, serverFigures } from './closing-messages.ts';
import { PageColumn } from '../base/column.tsx';
import { OtherDevicesCard } from './other-devices.tsx';
import { useBrigadeList, useOtherDevices } from './queries.ts';
import './closing-page.css';

const TITLE = 'Cierre de la brigada';

interface ParkedCounts {
  readonly own: number;
  readonly ofOthers: number;
}

async function countParked(ownerId: string): Promise<ParkedCounts> {
  const [own, all] = await Promise.all([countParkedDrafts(ownerId), countParkedDraftsOnDevice()]);
  return { own, ofOthers: all - own };
}

interface FiguresProps {
  figures: readonly (readonly [label: string, value: number])[];
}

const Figures = ({ figures }: FiguresProps) => (
  <dl className="brigade-figures">
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const DeviceCard = ({ counts, parked }: { counts: BrigadeCounts; parked: ParkedCounts }) => (
  <Card title="En este dispositivo">
    <Figures
      figures={[
        ['Registradas ese día', counts.registeredHere],
        ['Por enviar', counts.unsent - counts.attention],
        ['Requieren atención', counts.attention],
        ['Llegadas por avisar', counts.unsentArrivals],
        ['En espera', parked.own + parked.ofOthers],
      ]}
    />
    {counts.unsent > 0 && (
      <ButtonRow>
        <Button component={Link} to="/pending" variant="filled">
          Ver y entregar pendientes
        </Button>
        <Button component={Link} to="/device">
          Guardar copia de rescate
        </Button>
      </ButtonRow>
    )}
  </Card>
);

function ServerCard({ account, query }: { account: Account; query: ReturnType<typeof useBrigadeList> }) {
  const { problem, age } = useReadDisplay(query, account, 'No se pudo leer lo que recibió el servidor.');
  const list = query.data;
  return (
    <Card title="En el servidor">
      {query.isPending && !problem && <SkeletonCard shape="figures" lines={3} />}
      {list && <Figures figures={serverFigures(list)} />}
      <ReadStateNotice problem={problem} age={age} onRetry={query.refetch} />
      {list && (
        <ButtonRow>
          <Button component={Link} to={`/expected/${list.id}${list.repeated > 0 ? '?state=unsettled' : ''}`}>
            {list.repeated > 0 ? 'Revisar las repetidas' : 'Ver la lista'}
          </Button>
        </ButtonRow>
      )}
    </Card>
  );
}

function EndBrigade({ isBlocked, isBeforeDay }: { isBlocked: boolean; isBeforeDay: boolean }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const { busy, run } = useChangeRunner<never>();
  const end = () =>
    run(async () => {
      await endBrigade();
      toast('ok', 'La brigada terminó en este dispositivo.');
      await navigate('/device');
      return null;
    });
  return (
    <>
      <ButtonRow>
        <Button disabled={isBlocked} onClick={() => setOpened(true)}>
          Terminar la brigada en este dispositivo
        </Button>
      </ButtonRow>
      <ConfirmDialog
        opened={opened}
        title="¿Terminar la brigada en este dispositivo?"
        confirmLabel="Terminar"
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setOpened(false)}
      >
        {isBeforeDay && (
          <p>La brigada todavía no ha comenzado: habrá que preparar otra vez el dispositivo.</p>
        )}
        <p>
          El dispositivo deja de guardar las personas citadas para quienes cerraron sesión. Lo registrado no
          cambia.
        </p>
      </ConfirmDialog>
    </>
  );
}

function BrigadeClosing({ account, brigade }: { account: Account; brigade: PreparedBrigade }) {
  const { userId } = account;
  const counts = useDelayedLiveQuery(
    ['device', 'cache', 'entries', 'receipts'],
    () => readBrigadeCounts(userId, brigade),
    [userId, brigade],
  );
  const parked = useLiveQuery(() => countParked(userId), [userId]);
  const list = useBrigadeList(account, brigade, counts?.unsent);
  const others = useOtherDevices(account, brigade, counts?.unsent);
  const now = useTickingTimeMs(true);
  if (counts === undefined || parked === undefined) return <SkeletonCard shape="figures" lines={5} />;
  const isBeforeDay = brigade.day > bogotaDay(now);
  const closing = brigadeClosingOf({
    unsent: counts.unsent,
    unsentOfOthers: counts.unsentOfOthers,
    arrivals: counts.unsentArrivals,
    parked: parked.own,
    parkedByOthers: parked.ofOthers,
    isBeforeDay,
    isServerRead: list.isSuccess && !list.isPlaceholderData && !list.isRefetchError && others.isRead,
    otherUnsentDevices: others.unsent && others.unsent.length,
    silentDevices: others.silent && others.silent.length,
  });
  const { kind, title, text } = closingMessage(closing);
  return (
    <PageColumn>
      <Notice kind={kind} title={title}>
        {text}
      </Notice>
      <DeviceCard counts={counts} parked={parked} />
      <ServerCard account={account} query={list} />
      {others.unsent && !isBeforeDay && (
        <OtherDevicesCard unsent={others.unsent} silent={others.silent ?? []} />
      )}
      <EndBrigade isBlocked={closing.state === 'unsent_here'} isBeforeDay={isBeforeDay} />
    </PageColumn>
  );
}

/** `/brigade/close`, 'Cierre de la brigada': shows what waits on this device and others of the branch, and the server's numbers. */
export function BrigadeClosingPage({ account }: { account: Account }) {
  const brigade = useLiveQuery(readPreparedBrigade, []);
  if (brigade === undefined) return <SkeletonCard lines={5} />;
  const isHere = brigade !== null && brigade.branchId === account.branchId;
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={isHere && <FactList of={[brigade.place, formatCalendarDay(brigade.day) ?? brigade.day]} />}
        actions={
          isHere && (
            <Button component={Link} to="/brigade">
              Lista de revisión
            </Button>
          )
        }
      />
      {isHere ? (
        <BrigadeClosing account={account} brigade={brigade} />
      ) : (
        <Card>
          <EmptyState
            icon="tablet"
            title="Este dispositivo no está preparado para una brigada de tu sede."
            action={
              <Button component={Link} to="/brigade" variant="filled">
                Preparar este dispositivo
              </Button>
            }
          />
        </Card>
      )}
    </>
  );
}
