import { createLazyGetter } from '../text/lazily.ts';

/** Creates a date format for Colombian Spanish and Bogotá's time zone, whatever the device's time zone is. */
export const createBogotaDateFormatGetter = (
  options: Intl.DateTimeFormatOptions,
): (() => Intl.DateTimeFormat) =>
  createLazyGetter(() => new Intl.DateTimeFormat('es-CO', { ...options, timeZone: 'America/Bogota' }));

const getTimeFormat = createBogotaDateFormatGetter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const getDateFormat = createBogotaDateFormatGetter({ day: '2-digit', month: '2-digit', year: 'numeric' });

export const formatTime = (instant: number): string => getTimeFormat().format(instant);

export const formatDate = (instant: number): string => getDateFormat().format(instant);

const getTimeWithSecondsFormat = createBogotaDateFormatGetter({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export const formatTimeWithSeconds = (instant: number): string => getTimeWithSecondsFormat().format(instant);

/** Formats day and time as documents print them: `12/03/2026 06:47`. */
export const formatDateTime = (instant: number): string => formatDateTimeWithSeconds(instant).slice(0, -3);

export const formatDateTimeWithSeconds = (instant: number): string =>
  `${formatDate(instant)} ${formatTimeWithSeconds(instant)}`;
