import { connectionStateAfter, type ServerContactResult } from '#domain/connection-state.ts';
import { db } from '../database/database.ts';
import { cacheTableRead } from '../database/live/remembered.ts';
import { readConnectionState } from './connection-state.ts';

/**
 * Difference between two measurements of the clock offset that counts as network noise, ms. Storing such a difference would
 * only rerun every live query.
 */
const CLOCK_TOLERANCE_MS = 1_500;

const readCachedConnectionState = cacheTableRead('device', readConnectionState);

/**
 * Updates the connection state after a request. Nearly every response confirms the stored state, so only a change is written,
 * and the stored state is read again only after a write.
 */
export async function updateConnectionState(
  contact: ServerContactResult,
  now: number,
  jitter: number,
): Promise<void> {
  const known = await readCachedConnectionState();
  if (connectionStateAfter(known, contact, now, jitter) === known) return;
  await db.transaction('rw', db.device, async () => {
    await db.device.put({
      id: 'link',
      link: connectionStateAfter(await readConnectionState(), contact, now, jitter),
    });
  });
}

/** Returns the difference of the server's clock to the device's, ms, measured at the last contact (S15); 0 if unknown. */
export const readClockOffsetMs = async (): Promise<number> => (await readMeasuredClockOffsetMs()) ?? 0;

/** Same as `readClockOffsetMs`, but null if no server has ever sent its time. */
export async function readMeasuredClockOffsetMs(): Promise<number | null> {
  const row = await db.device.get('clock');
  return row?.id === 'clock' ? row.offset : null;
}

const readCachedClockOffsetMs = cacheTableRead('device', readClockOffsetMs);

export async function recordClockOffsetMs(offset: number, now: number): Promise<void> {
  if (Math.abs((await readCachedClockOffsetMs()) - offset) < CLOCK_TOLERANCE_MS) return;
  await db.device.put({ id: 'clock', offset, measuredAt: now });
}
