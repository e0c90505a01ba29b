import { Link } from 'react-router-dom';
import type { Device } from '#contract/records/people/devices.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { shortId } from '#domain/text/short-id.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';

/** Other devices of the branch with unsent entries, by their last report. */
export function OtherDevicesCard({ devices }: { devices: readonly Device[] }) {
  const now = useTickingTimeMs(true);
  return (
    <Card title="Otros dispositivos de la sede">
      {devices.length === 0 ? (
        <p className="brigade-note">Ninguno tiene pendientes, según su última señal.</p>
      ) : (
        <ul className="brigade-checks">
          {devices.map(({ id, name, unsent, last_seen_at: seen }) => (
            <li key={id} className="brigade-check">
              <strong>{name ?? `Dispositivo ${shortId(id)}`}</strong>
              <span>
                {formatCountWithNoun(unsent, 'registro', 'registros')} por enviar, señal{' '}
                {relativeTimeText(Date.parse(seen), now)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link to="/admin/devices">Ver todos los dispositivos</Link>
    </Card>
  );
}
