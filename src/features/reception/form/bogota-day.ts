import { bogotaDay } from '#domain/time/clock.ts';

/** Returns the current date in Bogotá, YYYY-MM-DD. */
export const bogotaToday = (): string => bogotaDay(Date.now());
