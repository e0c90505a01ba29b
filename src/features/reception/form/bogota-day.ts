import { startOfBogotaDay } from '#domain/time/clock.ts';

/** AAAA-MM-DD of Bogotá's day at that instant (milliseconds). */
export const bogotaDay = (instant: number): string =>
  new Date(startOfBogotaDay(instant)).toISOString().slice(0, 10);
