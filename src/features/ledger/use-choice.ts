import { useSearchParams } from 'react-router-dom';
import { bogotaDay } from '#domain/time/clock.ts';
import { SHIFTS, type ShiftChoice } from '#domain/time/shift.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';

/** What the ledger is of. */
export interface Choice {
  /** YYYY-MM-DD of Bogotá. */
  readonly date: string;
  readonly shift: ShiftChoice;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`));

/** Whatever in the address means nothing is as if it were not there: today, the whole day. */
export function readChoice(params: URLSearchParams, today: string): Choice {
  const date = params.get('day') ?? '';
  const shift = params.get('shift');
  return { date: isDate(date) ? date : today, shift: SHIFTS.find((one) => one === shift) ?? 'day' };
}

/** What is as usual is left out. */
export const writeChoice = ({ date, shift }: Choice, today: string): URLSearchParams =>
  new URLSearchParams({
    ...(date !== today && { day: date }),
    ...(shift !== 'day' && { shift }),
  });

/** In the address, so that a reload shows the same sheet. */
export function useChoice() {
  const [params, setParams] = useSearchParams();
  const today = bogotaDay(useStartOfToday());
  const choice = readChoice(params, today);
  const change = (patch: Partial<Choice>) => {
    setParams(writeChoice({ ...choice, ...patch }, today), { replace: true });
  };
  return { ...choice, today, change };
}
