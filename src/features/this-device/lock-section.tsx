import { Button, NativeSelect } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { LOCK_MINUTES, type LockMinutes } from '#domain/lock.ts';
import { readLockState } from '#storage/account/lock.ts';
import { lockNow, setLockMinutes } from '#sync/changes/on-device.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { useStorageOperation } from './use-storage-work.ts';
import { NoteParagraph } from './device-note.tsx';
import './lock-section.css';

const formatLockMinutes = (minutes: LockMinutes): string =>
  minutes === 1 ? '1 minuto' : `${minutes} minutos`;
const LOCK_MINUTES_OPTIONS = LOCK_MINUTES.map((minutes) => ({
  value: `${minutes}`,
  label: formatLockMinutes(minutes),
}));

async function saveLockMinutes(value: string): Promise<void> {
  const minutes = LOCK_MINUTES.find((offered) => `${offered}` === value);
  if (minutes !== undefined) await setLockMinutes(minutes);
}

/** Sets the idle time before the screen locks, for all users of this device. Its button locks the screen immediately. */
export function LockSection() {
  const facts = useLiveQuery(readLockState);
  const { problem, run } = useStorageOperation();
  return (
    <Card title="Bloqueo">
      {problem && <StorageNotice kind={problem} />}
      <div className="device-row">
        <NativeSelect
          label="Bloquear la pantalla sin actividad después de"
          data={LOCK_MINUTES_OPTIONS}
          value={`${facts?.minutes ?? ''}`}
          disabled={facts === undefined}
          onChange={({ currentTarget: { value } }) => run(() => saveLockMinutes(value))}
        />
        <Button leftSection={<Icon name="lock" />} onClick={() => run(() => lockNow(Date.now()))}>
          Bloquear la pantalla
        </Button>
      </div>
      <NoteParagraph>
        Vale para todos los que usan este dispositivo. Lo que estés escribiendo se conserva y lo pendiente se
        sigue enviando; se abre con tu contraseña, con red o sin ella. Para abrirlo con un PIN de seis
        números, toca tu nombre arriba y elige «PIN para desbloquear».
      </NoteParagraph>
    </Card>
  );
}
