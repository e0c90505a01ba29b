import { Icon } from '#ui/display/icon.tsx';
import { formatTime } from '#domain/time/format.ts';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import { waitingTimeOf } from '../list/wait.ts';
import './waiting.css';

export function WaitingTime({ startedAt }: { startedAt: number }) {
  const wait = waitingTimeOf(startedAt, useTickingTimeMs(true));
  return (
    <span className="today-wait">
      {wait && (
        <span className="today-wait-time" data-long={wait.isLong || undefined}>
          <Icon name="clock" size={16} />
          <span>
            <span className="today-wait-word">espera </span>
            {wait.time}
          </span>
        </span>
      )}{' '}
      <small>llegó {formatTime(startedAt)}</small>
    </span>
  );
}
