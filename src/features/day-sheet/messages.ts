import { formatCountWithNoun } from '#domain/text/counted.ts';
import { shortId } from '#domain/text/short-id.ts';
import { SHIFTS, shiftAt, type Shift, type ShiftChoice } from '#domain/time/shift.ts';
import { createBogotaDateFormatGetter, formatTime } from '#domain/time/format.ts';
import type { DaySheetLine, DaySheetLineState } from '#storage/outbox/day-sheet.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export const SHIFT_CHOICE_LABELS: Record<ShiftChoice, string> = {
  day: 'Todo el día',
  morning: 'Mañana 06–14',
  afternoon: 'Tarde 14–22',
  night: 'Noche 22–06',
};

const longDayFormat = createBogotaDateFormatGetter({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
/** Returns a text such as `viernes, 20 de noviembre de 2026`. `start`: any instant of the day. */
export const longDayText = (start: number): string => longDayFormat().format(start);

export interface DaySheetStateLabel {
  readonly kind: StatusKind;
  readonly icon?: IconName;
  readonly text: string;
  /** Short id of the evaluation, if any, and time of the outcome. Null while there is no outcome. */
  readonly detail: string | null;
}

export function daySheetStateLabel(state: DaySheetLineState): DaySheetStateLabel {
  switch (state.name) {
    case 'confirmed': {
      const id = state.evaluationId === null ? [] : [shortId(state.evaluationId)];
      return { kind: 'ok', text: 'Confirmada', detail: [...id, formatTime(state.at)].join(' · ') };
    }
    case 'on_its_way':
      return { kind: 'warn', icon: 'upload', text: 'Por enviar', detail: null };
    case 'attention':
      return { kind: 'bad', text: 'Requiere atención', detail: null };
    case 'discarded':
      return { kind: 'mute', icon: 'cross', text: 'Descartada', detail: formatTime(state.at) };
    case 'handed_over':
      return { kind: 'info', icon: 'people', text: 'Entregada a un colega', detail: formatTime(state.at) };
  }
}

export type DaySheetTotals = Readonly<Record<DaySheetLineState['name'] | 'registered', number>>;

export function daySheetTotalsOf(lines: readonly Pick<DaySheetLine, 'state'>[]): DaySheetTotals {
  const totals = {
    registered: lines.length,
    confirmed: 0,
    on_its_way: 0,
    attention: 0,
    discarded: 0,
    handed_over: 0,
  };
  for (const { state } of lines) totals[state.name] += 1;
  return totals;
}

/** Returns a text such as `23 registradas, 23 confirmadas`. */
export const daySheetTotalsText = ({ registered, confirmed }: DaySheetTotals): string =>
  `${formatCountWithNoun(registered, 'registrada', 'registradas')}, ${formatCountWithNoun(confirmed, 'confirmada', 'confirmadas')}`;

const joinWithSpanishAnd = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' y ');

/** Returns why some registrations are not confirmed; null if all are. */
export function formatUnconfirmedReasons(totals: DaySheetTotals): string | null {
  const missing = totals.registered - totals.confirmed;
  if (missing === 0) return null;
  const why = [
    totals.on_its_way > 0 && `${totals.on_its_way} por enviar`,
    totals.attention > 0 && formatCountWithNoun(totals.attention, 'requiere atención', 'requieren atención'),
    totals.handed_over > 0 &&
      formatCountWithNoun(totals.handed_over, 'la envía un colega', 'las envía un colega'),
    totals.discarded > 0 && formatCountWithNoun(totals.discarded, 'se descartó', 'se descartaron'),
  ].filter((part) => part !== false);
  return `${formatCountWithNoun(missing, 'no está confirmada', 'no están confirmadas')}: ${joinWithSpanishAnd(why)}.`;
}

export interface ShiftTotals {
  readonly shift: Shift;
  readonly totals: DaySheetTotals;
}

export const totalsByShift = (lines: readonly Pick<DaySheetLine, 'state' | 'capturedAt'>[]): ShiftTotals[] =>
  SHIFTS.map((shift) => ({
    shift,
    totals: daySheetTotalsOf(lines.filter(({ capturedAt }) => shiftAt(capturedAt) === shift)),
  })).filter(({ totals }) => totals.registered > 0);
