import { bogotaDay } from '#domain/time/clock.ts';

/** Returns today's date in Bogotá, YYYY-MM-DD. */
export const bogotaToday = (): string => bogotaDay(Date.now());
