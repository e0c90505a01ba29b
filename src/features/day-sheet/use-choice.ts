import { useSearchParams } from 'react-router-dom';
import { bogotaDay } from '#domain/time/clock.ts';
import { SHIFTS, type ShiftChoice } from '#domain/time/shift.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';

export interface SheetChoice {
  /** Date in Bogotá as YYYY-MM-DD. */
  readonly date: string;
  readonly shift: ShiftChoice;
}

const isIsoDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`));

export function parseSheetChoice(params: URLSearchParams, today: string): SheetChoice {
  const date = params.get('day') ?? '';
  const shift = params.get('shift');
  return { date: isIsoDate(date) ? date : today, shift: SHIFTS.find((one) => one === shift) ?? 'day' };
}

export const buildSheetChoiceParams = ({ date, shift }: SheetChoice, today: string): URLSearchParams =>
  new URLSearchParams({
    ...(date !== today && { day: date }),
    ...(shift !== 'day' && { shift }),
  });

export function useSheetChoice() {
  const [params, setParams] = useSearchParams();
  const today = bogotaDay(useStartOfToday());
  const choice = parseSheetChoice(params, today);
  const change = (patch: Partial<SheetChoice>) => {
    setParams(buildSheetChoiceParams({ ...choice, ...patch }, today), { replace: true });
  };
  return { ...choice, today, change };
}
