import { formatCountWithNoun } from '#domain/text/counted.ts';
import { shortId } from '#domain/text/short-id.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { CheckRow, CheckRows, RowsNote } from '../base/check-rows.tsx';
import type { UnsentDevice } from './queries.ts';

interface OtherDevicesProps {
  unsent: readonly UnsentDevice[];
  silent: readonly UnsentDevice[];
}

/** Other devices of the branch that have unsent entries by their last report, or may have some that they did not report. */
export function OtherDevicesCard({ unsent, silent }: OtherDevicesProps) {
  const now = useTickingTimeMs(true);
  const nameOf = ({ id, name }: UnsentDevice) => name ?? `Dispositivo ${shortId(id)}`;
  const seenText = ({ last_seen_at: seen }: UnsentDevice) => relativeTimeText(Date.parse(seen), now);
  return (
    <Card title="Otros dispositivos de la sede">
      {unsent.length + silent.length === 0 ? (
        <RowsNote>Ninguno tiene pendientes, según su última señal.</RowsNote>
      ) : (
        <CheckRows>
          {unsent.map((device) => (
            <CheckRow key={device.id} label={nameOf(device)} tag={['warn', 'Con pendientes']}>
              {formatCountWithNoun(device.unsent, 'registro', 'registros')} por enviar, señal{' '}
              {seenText(device)}
            </CheckRow>
          ))}
          {silent.map((device) => (
            <CheckRow key={device.id} label={nameOf(device)} tag={['warn', 'Sin señal']}>
              Última señal {seenText(device)}, antes de terminar la jornada
            </CheckRow>
          ))}
        </CheckRows>
      )}
      {silent.length > 0 && (
        <RowsNote>Si alguno se perdió, un administrador lo retira en «Dispositivos».</RowsNote>
      )}
    </Card>
  );
}
