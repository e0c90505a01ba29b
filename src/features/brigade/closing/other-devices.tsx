import { formatCountWithNoun } from '#domain/text/counted.ts';
import { shortId } from '#domain/text/short-id.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { CheckRow, CheckRows, RowsNote } from '../base/check-rows.tsx';
import type { UnsentDevice } from './queries.ts';

/** Other devices of the branch with unsent entries, by their last report. */
export function OtherDevicesCard({ devices }: { devices: readonly UnsentDevice[] }) {
  const now = useTickingTimeMs(true);
  return (
    <Card title="Otros dispositivos de la sede">
      {devices.length === 0 ? (
        <RowsNote>Ninguno tiene pendientes, según su última señal.</RowsNote>
      ) : (
        <CheckRows>
          {devices.map(({ id, name, unsent, last_seen_at: seen }) => (
            <CheckRow key={id} label={name ?? `Dispositivo ${shortId(id)}`} tag={['warn', 'Con pendientes']}>
              {formatCountWithNoun(unsent, 'registro', 'registros')} por enviar, señal{' '}
              {relativeTimeText(Date.parse(seen), now)}
            </CheckRow>
          ))}
        </CheckRows>
      )}
    </Card>
  );
}
