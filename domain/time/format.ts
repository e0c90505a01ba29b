import { lazyValue } from '../text/lazily.ts';

/** Creates a date format for Colombian Spanish and Bogotá's time zone, whatever the device's time zone is. */
export const createBogotaDateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  lazyValue(() => new Intl.DateTimeFormat('es-CO', { ...options, timeZone: 'America/Bogota' }));

const timeFormat = createBogotaDateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dateFormat = createBogotaDateFormat({ day: '2-digit', month: '2-digit', year: 'numeric' });

export const formatTime = (instant: number): string => timeFormat().format(instant);

export const formatDate = (instant: number): string => dateFormat().format(instant);

const timeWithSecondsFormat = createBogotaDateFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export const formatTimeWithSeconds = (instant: number): string => timeWithSecondsFormat().format(instant);

/** Formats day and time as documents print them: `12/03/2026 06:47`. */
export const formatDateTime = (instant: number): string => formatDateTimeWithSeconds(instant).slice(0, -3);

export const formatDateTimeWithSeconds = (instant: number): string =>
  `${formatDate(instant)} ${formatTimeWithSeconds(instant)}`;
