import type { Device } from '#contract/records/people/devices.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import {
  deviceName,
  oldestUnsentText,
  deviceProtectionText,
  deviceStatusMessage,
  deviceStorageText,
  unsentCountText,
} from './messages.ts';
import './rows.css';

/** Status of a tablet. It updates with the clock, like `LastSeen`, without rendering the list again. */
export function DeviceStatusTag({ device }: { device: Device }) {
  const now = useTickingTimeMs(true);
  const { kind, icon, text } = deviceStatusMessage(device, now);
  return (
    <StatusTag kind={kind} icon={icon}>
      {text}
    </StatusTag>
  );
}

export const LastSeen = ({ device }: { device: Device }) =>
  relativeTimeText(Date.parse(device.last_seen_at), useTickingTimeMs(true));

const UnsentCell = (device: Device) => (
  <span className="devices-cell">
    {unsentCountText(device)} <small>{oldestUnsentText(device)}</small>
  </span>
);

const LastSeenCell = (device: Device) => (
  <span className="devices-cell">
    <LastSeen device={device} /> <small>{device.last_user_name}</small>
  </span>
);

const StorageCell = (device: Device) => (
  <span className="devices-cell">
    {deviceStorageText(device)} <small>{deviceProtectionText(device).split(':')[0]}</small>
  </span>
);

const renderDeviceStatusTag = (device: Device) => <DeviceStatusTag device={device} />;

interface DeviceRowsProps {
  devices: readonly Device[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  busy: boolean;
}

export const DeviceRows = ({ devices, selectedId, onSelect, busy }: DeviceRowsProps) => (
  <div className="devices-list">
    <RecordTable
      caption="Dispositivos"
      rows={devices}
      lead={{
        label: 'Dispositivo',
        name: deviceName,
        under: ({ branch_name: branch }) => branch ?? 'Sin sede',
      }}
      columns={[
        { label: 'Por enviar', cell: UnsentCell },
        { label: 'Última señal', cell: LastSeenCell },
        { label: 'Almacenamiento', cell: StorageCell },
      ]}
      status={renderDeviceStatusTag}
      hasLongStatus
      selectedId={selectedId}
      onSelect={onSelect}
      busy={busy}
    />
  </div>
);
