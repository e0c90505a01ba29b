import { bogotaDay } from '#domain/time/clock.ts';

/** YYYY-MM-DD of Bogotá, at the moment of the call. */
export const bogotaToday = (): string => bogotaDay(Date.now());
