import type { ShiftCount } from '#storage/outbox/entries.ts';
import type { DashboardPeriod, DashboardPeriodName } from '#contract/records/dashboard.ts';
import { EVALUATION_STATUSES, EVALUATION_STATUS_LABELS } from '#contract/vocabulary.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { createLazyGetter } from '#domain/text/lazily.ts';
import { numberText } from '#domain/text/number.ts';
import { formatTime } from '#domain/time/format.ts';
import type { IconName } from '#ui/display/icon.tsx';

export function formatTodayCount(count: ShiftCount, lastAt: number | null): string {
  const { registered, confirmed, onTheirWay, attention } = count;
  if (registered === 0) return 'Hoy todavía no has registrado a nadie en este dispositivo.';
  const parts = [
    formatCountWithNoun(registered, 'registrada', 'registradas'),
    formatCountWithNoun(confirmed, 'enviada', 'enviadas'),
  ];
  if (onTheirWay > 0) parts.push(`${onTheirWay} por enviar`);
  if (attention > 0) parts.push(formatCountWithNoun(attention, 'requiere atención', 'requieren atención'));
  if (lastAt !== null) parts.push(`última ${formatTime(lastAt)}`);
  return `Hoy: ${parts.join(' · ')}`;
}

const LOCALE = 'es-CO';
const signedPercentFormat = createLazyGetter(
  () =>
    new Intl.NumberFormat(LOCALE, {
      style: 'percent',
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
);
const percentFormat = createLazyGetter(
  () => new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 }),
);

/**
 * Explanation of the labels on the figures. It is needed because a year may show fewer returning patients than a day: their
 * first visit must be before the period.
 */
export const FIGURES_EXPLANATION_TEXT =
  'Nuevos: su primera evaluación es de ese periodo. Recurrentes: ya habían venido antes de que empezara; por eso el año puede tener menos que el día. Cierre promedio: del registro a la firma.';

export const PERIOD_LABELS: Record<DashboardPeriodName, { label: string; before: string }> = {
  today: { label: 'Hoy', before: 'ayer' },
  this_week: { label: 'Esta semana', before: 'la semana pasada' },
  this_month: { label: 'Este mes', before: 'el mes pasado' },
  this_year: { label: 'Este año', before: 'el año pasado' },
};

export interface Trend {
  readonly kind: 'up' | 'down' | 'same';
  readonly icon: IconName;
  /** Text without the percentage. `percent` is null if the previous period was empty or almost empty. */
  readonly text: string;
  readonly percent: string | null;
}

/**
 * Ratio of the new to the previous total from which no percentage is shown. The percentage would have four digits and only mean
 * that the previous period was almost empty; the difference is clearer.
 */
const MAX_PERCENT_CHANGE_RATIO = 10;

export function trendOf({ total, previous_total: previous }: DashboardPeriod, before: string): Trend {
  const difference = total - previous;
  if (difference === 0) return { kind: 'same', icon: 'equal', text: `Igual que ${before}`, percent: null };
  const up = difference > 0;
  return {
    kind: up ? 'up' : 'down',
    icon: up ? 'rise' : 'fall',
    text: `${numberText(Math.abs(difference))} ${up ? 'más' : 'menos'} que ${before}`,
    percent:
      difference < MAX_PERCENT_CHANGE_RATIO * previous
        ? signedPercentFormat().format(difference / previous)
        : null,
  };
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Returns the number of minutes (P9), and adds hours or days to large numbers. */
export function signingTimeText(minutes: number): string {
  const text = `${numberText(minutes)} min`;
  if (minutes >= 2 * DAY_MINUTES) return `${text} (${numberText(Math.round(minutes / DAY_MINUTES))} días)`;
  return minutes >= 2 * HOUR_MINUTES ? `${text} (${numberText(Math.round(minutes / HOUR_MINUTES))} h)` : text;
}

/** Describes the proportion bar. The rounded shares add up to 100 %. */
export function proportionText({ statuses, total }: DashboardPeriod): string {
  if (total === 0) return 'Sin evaluaciones en este periodo.';
  let soFar = 0;
  const progressPercent = () => Math.round((soFar / total) * 100);
  const parts = EVALUATION_STATUSES.map((status) => {
    const from = progressPercent();
    soFar += statuses[status];
    return `${EVALUATION_STATUS_LABELS[status]} ${percentFormat().format((progressPercent() - from) / 100)}`;
  });
  return `${parts.join(', ')}.`;
}
