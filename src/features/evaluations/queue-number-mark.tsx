import { bogotaDay } from '#domain/time/clock.ts';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import './queue-number-mark.css';

interface QueueNumberMarkProps {
  /** Queue number such as 'B-14'. */
  turn: string | null | undefined;
  /** Time of the patient's arrival, ms since the epoch. */
  cameAt: number;
}

const TodaysMark = ({ turn, cameAt }: { turn: string; cameAt: number }) => {
  const isToday = bogotaDay(cameAt) === bogotaDay(useTickingTimeMs(true));
  return (
    isToday && (
      <>
        <span className="turn-mark">
          <span className="visually-hidden">Turno </span>
          {turn}
        </span>{' '}
      </>
    )
  );
};

/**
 * Queue number with which the patient is called (S28). Hidden on days after the arrival, because the number is valid for one
 * day. In a list, the number precedes the text below the name, so that the row does not grow.
 */
export const QueueNumberMark = ({ turn, cameAt }: QueueNumberMarkProps) =>
  turn ? <TodaysMark turn={turn} cameAt={cameAt} /> : null;
