/**
 * Returns the milliseconds to add to the device's clock to get the server's. The server's time is assumed to be from the middle
 * between request and response (S15).
 */
export const clockOffset = (sentAt: number, respondedAt: number, serverNow: number): number =>
  Math.round(serverNow - (sentAt + respondedAt) / 2);

/** Converts an instant on the device's clock to ISO 8601 on the server's clock. */
export const toServerInstant = (deviceTime: number, offset: number): string =>
  new Date(deviceTime + offset).toISOString();

const BOGOTA_OFFSET_MS = -5 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the start of the day in America/Bogota that contains `instant`, in ms since the epoch. The device's time zone is
 * ignored, because it must not move a shift. Colombia has kept UTC−5 without daylight saving since 1993.
 */
export function startOfBogotaDay(instant: number): number {
  const local = instant + BOGOTA_OFFSET_MS;
  return local - (((local % DAY_MS) + DAY_MS) % DAY_MS) - BOGOTA_OFFSET_MS;
}

/**
 * Returns the day in America/Bogota that contains `instant`, YYYY-MM-DD. Midnight in Bogotá is 05:00 UTC of the same day, so
 * the UTC date of that midnight is the day.
 */
export const bogotaDay = (instant: number): string =>
  new Date(startOfBogotaDay(instant)).toISOString().slice(0, 10);
