import { startOfBogotaDay } from '#domain/time/clock.ts';

/** AAAA-MM-DD of Bogotá, at the moment of the call. */
export const bogotaToday = (): string => new Date(startOfBogotaDay(Date.now())).toISOString().slice(0, 10);
