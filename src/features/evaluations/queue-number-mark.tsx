import { queueNumberAt } from '#domain/queue-number.ts';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import './queue-number-mark.css';

interface QueueNumberMarkProps {
  /** Queue number such as 'B-14'. */
  turn: string | null | undefined;
  /** Time of the patient's arrival, ms since the epoch. */
  cameAt: number;
}

const TodaysMark = ({ turn, cameAt }: { turn: string; cameAt: number }) => {
  const todaysTurn = queueNumberAt(turn, cameAt, useTickingTimeMs(true));
  return (
    todaysTurn && (
      <>
        <span className="turn-mark">
          <span className="visually-hidden">Turno </span>
          {todaysTurn}
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
