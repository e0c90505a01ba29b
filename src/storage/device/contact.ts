import { linkAfter, type Contact } from '#domain/link.ts';
import { db } from '../database/database.ts';
import { remembered } from '../database/remembered.ts';
import { readLink } from './link.ts';

/** A smaller difference is network noise: writing it down would only wake every live query. */
const CLOCK_TOLERANCE_MS = 1_500;

const lastLink = remembered('device', readLink);

/**
 * Keeps what one contact with the provider, or its absence, says about the link. Nearly every answer says what is
 * known: only a change is worth a durable transaction, and only what was written since another reading.
 */
export async function recordContact(contact: Contact, now: number, jitter: number): Promise<void> {
  const known = await lastLink();
  if (linkAfter(known, contact, now, jitter) === known) return;
  await db.transaction('rw', db.device, async () => {
    await db.device.put({ id: 'link', link: linkAfter(await readLink(), contact, now, jitter) });
  });
}

/** Milliseconds to add to the device's clock to get the provider's, as measured at the last contact (S15). */
export const readClockOffset = async (): Promise<number> => (await measuredClockOffset()) ?? 0;

/** The same; null where no provider has ever told its time. */
export async function measuredClockOffset(): Promise<number | null> {
  const row = await db.device.get('clock');
  return row?.id === 'clock' ? row.offset : null;
}

const lastOffset = remembered('device', readClockOffset);

export async function recordClock(offset: number, now: number): Promise<void> {
  if (Math.abs((await lastOffset()) - offset) < CLOCK_TOLERANCE_MS) return;
  await db.device.put({ id: 'clock', offset, measuredAt: now });
}
