import { linkAfter, type Contact, type Link } from '#domain/link.ts';
import { db } from './database.ts';

/** A smaller difference is network noise: writing it down would only wake every live query. */
const CLOCK_TOLERANCE_MS = 1_500;

/** Keeps what one contact with the provider, or its absence, says about the link. Writes only what changed. */
export const recordContact = (contact: Contact, now: number, jitter: number): Promise<Link> =>
  db.transaction('rw', db.device, async () => {
    const row = await db.device.get('link');
    const before: Link = row?.id === 'link' ? row.link : { name: 'unknown' };
    const link = linkAfter(before, contact, now, jitter);
    if (link !== before) await db.device.put({ id: 'link', link });
    return link;
  });

/** Milliseconds to add to the device's clock to get the provider's, as measured at the last contact (S15). */
export async function readClockOffset(): Promise<number> {
  const row = await db.device.get('clock');
  return row?.id === 'clock' ? row.offset : 0;
}

export const recordClock = (offset: number, now: number): Promise<void> =>
  db.transaction('rw', db.device, async () => {
    if (Math.abs((await readClockOffset()) - offset) < CLOCK_TOLERANCE_MS) return;
    await db.device.put({ id: 'clock', offset, measuredAt: now });
  });
