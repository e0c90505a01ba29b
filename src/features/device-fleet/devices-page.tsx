import { Button } from '@mantine/core';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { Device, DeviceList } from '#contract/records/people/devices.ts';
import { PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { Pager } from '#ui/lists/pager.tsx';
import { SilentDevicesNotice } from '#ui/notices/quiet-notice.tsx';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { ListWithPanel } from '#ui/page/side-panel.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { DevicePanel } from './device-panel.tsx';
import { useDevices, useDeviceRefetch, useQuietDeviceCount } from './queries.ts';
import { DeviceRows } from './rows.tsx';
import { DeviceToolbar } from './toolbar.tsx';
import { useDeviceFilters, type DeviceFilterState } from './use-filters.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import './devices-page.css';

const QuietDevicesFilterNotice = ({ ownerId, filters }: { ownerId: string; filters: DeviceFilterState }) => (
  <div className="devices-quiet">
    <SilentDevicesNotice
      count={useQuietDeviceCount(ownerId)}
      {...(filters.standing !== 'quiet' && {
        action: <Button onClick={() => filters.change({ standing: 'quiet' })}>Ver cuáles</Button>,
      })}
    >
      Lo que tienen sin enviar no está en ningún otro sitio. Llama a la sede y pide que enciendan el
      dispositivo con red y abran Ventanilla: se envía solo. Que nadie lo formatee ni borre los datos del
      navegador.
    </SilentDevicesNotice>
  </div>
);

const EmptyDeviceList = ({ filters }: { filters: DeviceFilterState }) =>
  filters.standing === 'all' && filters.question.q === '' ? (
    <EmptyState icon="tablet" title="Todavía no hay dispositivos.">
      Cada uno aparece aquí solo, la primera vez que alguien inicia sesión en él.
    </EmptyState>
  ) : (
    <EmptyState
      icon="search"
      title="No se encontraron dispositivos con los filtros seleccionados."
      action={<Button onClick={filters.clear}>Limpiar filtros</Button>}
    />
  );

interface DeviceResultsProps {
  list: DeviceList;
  filters: DeviceFilterState;
  busy: boolean;
  selectedId: string | null;
  onSelect: (id: string) => void;
}

const DeviceResults = ({ list, filters, busy, selectedId, onSelect }: DeviceResultsProps) => (
  <Card title={list.total_count === 1 ? '1 dispositivo' : `${list.total_count} dispositivos`}>
    {list.items.length === 0 ? (
      <EmptyDeviceList filters={filters} />
    ) : (
      <DeviceRows devices={list.items} selectedId={selectedId} onSelect={onSelect} busy={busy} />
    )}
    <Pager
      page={filters.page}
      pageSize={PAGE_SIZE_DEFAULT}
      total={list.total_count}
      busy={busy}
      onPage={filters.turnTo}
    />
  </Card>
);

/**
 * Keeps the selected tablet open when a change removes it from the list. Returns the newest revision of the tablet that was
 * read.
 */
function useSelectedDevice(items: readonly Device[] | undefined) {
  const [chosen, setChosen] = useState<Device | null>(null);
  const listed = items?.find(({ id }) => id === chosen?.id);
  const selected = chosen && listed && listed.revision >= chosen.revision ? listed : chosen;
  const select = (id: string) => setChosen(items?.find((one) => one.id === id) ?? null);
  return { selected, select, take: setChosen, close: () => setChosen(null) };
}

function DeviceFleet({ account }: { account: Account }) {
  const { userId } = account;
  const filters = useDeviceFilters();
  const query = useDevices(userId, filters.question, filters.page);
  const { data, isPending, isPlaceholderData, refetch } = query;
  const { problem, age } = useReadDisplay(query, account, 'No se pudo cargar el listado de dispositivos.');
  const { selected, select, take, close } = useSelectedDevice(data?.items);
  const followUp = useDeviceRefetch(userId);
  const panel = selected && (
    <DevicePanel
      key={selected.id}
      device={selected}

      onChanged={(device) => {
        take(device);
        followUp();
      }}
      onStale={followUp}
      onClose={close}
    />
  );
  return (
    <>
      <PageHeader
        title="Dispositivos"
        sub="Qué dispositivos registran, qué tienen por enviar y cuándo dieron señal"
      />
      <QuietDevicesFilterNotice ownerId={userId} filters={filters} />
      <DeviceToolbar filters={filters} />
      <ListWithPanel panel={panel}>
        {isPending && !problem && <SkeletonCard shape="rows" lines={6} />}
        <ReadStateNotice problem={problem} age={age} onRetry={refetch} />
        {data && (
          <DeviceResults
            list={data}
            filters={filters}

            busy={isPlaceholderData}
            selectedId={selected?.id ?? null}
            onSelect={select}
          />
        )}
      </ListWithPanel>
    </>
  );
}

/**
 * `/admin/devices`, 'Dispositivos': shows which tablets have unsent entries and no contact. A user without the permission is
 * redirected to the start page.
 */
export function DevicesPage({ account }: { account: Account }) {
  if (!account.actions.includes('user_management')) return <Navigate to="/home" replace />;
  return <DeviceFleet account={account} />;
}
