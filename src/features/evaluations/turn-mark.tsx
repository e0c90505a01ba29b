import { bogotaDay } from '#domain/time/clock.ts';
import { useNow } from '#ui/hooks/ticker.ts';
import './turn-mark.css';

interface TurnMarkProps {
  /** 'B-14' */
  turn: string | null | undefined;
  /** When the person came; milliseconds. */
  cameAt: number;
}

const TodaysMark = ({ turn, cameAt }: { turn: string; cameAt: number }) => {
  const isToday = bogotaDay(cameAt) === bogotaDay(useNow(true));
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

/** In a list, before what stands under the name, where it makes no row taller: by which turn the person is called (S28). Nothing for who came another day, whose turn is over. */
export const TurnMark = ({ turn, cameAt }: TurnMarkProps) =>
  turn ? <TodaysMark turn={turn} cameAt={cameAt} /> : null;
