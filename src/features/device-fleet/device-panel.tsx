import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Device } from '#contract/records/people/devices.ts';
import { shortId } from '#domain/text/short-id.ts';
import { formatDateTime } from '#domain/time/format.ts';
import { SidePanel } from '#ui/page/side-panel.tsx';
import { toast } from '#ui/notices/toast.ts';
import { RenameDevice } from './rename.tsx';
import { RetirementButton } from './retire.tsx';
import { LastSeen, DeviceStatusTag } from './rows.tsx';
import {
  deviceName,
  oldestUnsentText,
  deviceProtectionText,
  deviceStorageText,
  unsentCountText,
} from './messages.ts';
import './device-panel.css';

interface DevicePanelProps {
  device: Device;
  onChanged: (device: Device) => void;
  onStale: () => void;
  onClose: () => void;
}

function listDeviceDetails(device: Device): readonly (readonly [label: string, value: ReactNode])[] {
  const oldest = oldestUnsentText(device);
  return [
    ['Código, como se lee en su pantalla', shortId(device.id)],
    ['Por enviar', oldest === null ? unsentCountText(device) : `${unsentCountText(device)} ${oldest}`],
    ['Última señal', <LastSeen key="seen" device={device} />],
    ['Última persona', device.last_user_name],
    ['Sede', device.branch_name ?? 'Sin sede'],
    ['Navegador', device.browser ?? 'Desconocido'],
    ['Almacenamiento', deviceStorageText(device)],
    ['Protección de los datos', deviceProtectionText(device)],
    ['Primera señal', formatDateTime(Date.parse(device.first_seen_at))],
  ];
}

export function DevicePanel({ device, onChanged, onStale, onClose }: DevicePanelProps) {
  const [renaming, setRenaming] = useState(false);
  const finish = (renamed: Device) => {
    onChanged(renamed);
    setRenaming(false);
    toast('ok', 'Nombre actualizado.');
  };
  return (
    <SidePanel title={deviceName(device)} badge={<DeviceStatusTag device={device} />} onClose={onClose}>
      {renaming ? (
        <RenameDevice device={device} onRenamed={finish} onCancel={() => setRenaming(false)} />
      ) : (
        <div className="device-actions">
          <Button variant="filled" onClick={() => setRenaming(true)}>
            Cambiar nombre
          </Button>
          <RetirementButton device={device} onChanged={onChanged} onStale={onStale} />
        </div>
      )}
      <dl className="device-panel-facts">
        {listDeviceDetails(device).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SidePanel>
  );
}
