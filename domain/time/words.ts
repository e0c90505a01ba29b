import { lazily } from '../text/lazily.ts';

/** Dates as people at the desk read them: es-CO, always Bogotá's clock, whatever the tablet's zone says. */
export const bogotaFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  lazily(() => new Intl.DateTimeFormat('es-CO', { ...options, timeZone: 'America/Bogota' }));

const time = bogotaFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = bogotaFormat({ day: '2-digit', month: '2-digit', year: 'numeric' });

/** `06:47`, `18:05` */
export const timeOfDay = (instant: number): string => time().format(instant);

/** `12/03/2026` */
export const dayOf = (instant: number): string => day().format(instant);

const exact = bogotaFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** `06:47:09` */
export const timeWithSeconds = (instant: number): string => exact().format(instant);

/** `12/03/2026 06:47`, as documents write it. */
export const dayAndTime = (instant: number): string => exactDayAndTime(instant).slice(0, -3);

/** `12/03/2026 06:47:09` */
export const exactDayAndTime = (instant: number): string => `${dayOf(instant)} ${timeWithSeconds(instant)}`;
