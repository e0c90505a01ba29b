import { connectionStateAfter, type ServerContact } from '#domain/connection-state.ts';
import { db } from '../database/database.ts';
import { cacheTableRead } from '../database/remembered.ts';
import { readConnectionState } from './connection-state.ts';

/** Smaller differences between two measurements are network noise, ms; storing them would only rerun every live query. */
const CLOCK_TOLERANCE_MS = 1_500;

const lastLink = cacheTableRead('device', readConnectionState);

/**
 * Updates the connection state after a request with or without a response. Nearly every response confirms the known state: only
 * a change justifies a durable transaction, and the stored state is read again only after a write.
 */
export async function recordContact(contact: ServerContact, now: number, jitter: number): Promise<void> {
  const known = await lastLink();
  if (connectionStateAfter(known, contact, now, jitter) === known) return;
  await db.transaction('rw', db.device, async () => {
    await db.device.put({
      id: 'link',
      link: connectionStateAfter(await readConnectionState(), contact, now, jitter),
    });
  });
}

/** Returns the offset from the device's clock to the server's, ms, as measured at the last contact (S15). */
export const readClockOffset = async (): Promise<number> => (await measuredClockOffset()) ?? 0;

/** Same as `readClockOffset`; null if no server has ever sent its time. */
export async function measuredClockOffset(): Promise<number | null> {
  const row = await db.device.get('clock');
  return row?.id === 'clock' ? row.offset : null;
}

const lastOffset = cacheTableRead('device', readClockOffset);

export async function recordClock(offset: number, now: number): Promise<void> {
  if (Math.abs((await lastOffset()) - offset) < CLOCK_TOLERANCE_MS) return;
  await db.device.put({ id: 'clock', offset, measuredAt: now });
}
