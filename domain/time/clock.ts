/**
 * Milliseconds to add to the device's clock to get the provider's, from one exchange: the provider's `now` is taken
 * to lie in the middle between request and answer (S15).
 */
export const clockOffset = (sentAt: number, answeredAt: number, providerNow: number): number =>
  Math.round(providerNow - (sentAt + answeredAt) / 2);

/** A device instant on the provider's clock, as ISO 8601. */
export const correctedInstant = (deviceTime: number, offset: number): string =>
  new Date(deviceTime + offset).toISOString();

const BOGOTA_OFFSET_MS = -5 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Start of the day of America/Bogota that holds `instant`, as epoch milliseconds. Colombia has kept UTC−5 without
 * daylight saving since 1993; a device's own zone must not move a shift.
 */
export function startOfBogotaDay(instant: number): number {
  const local = instant + BOGOTA_OFFSET_MS;
  return local - (((local % DAY_MS) + DAY_MS) % DAY_MS) - BOGOTA_OFFSET_MS;
}

/** The day of America/Bogota that holds `instant`, YYYY-MM-DD: its midnight lies within the same day of UTC. */
export const bogotaDay = (instant: number): string =>
  new Date(startOfBogotaDay(instant)).toISOString().slice(0, 10);
