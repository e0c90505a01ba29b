import type { Link } from '#domain/link.ts';
import { db } from '../database/database.ts';

export async function readLink(): Promise<Link> {
  const row = await db.device.get('link');
  return row?.id === 'link' ? row.link : { name: 'unknown' };
}

/** Since when the provider has answered; null where it does not. Milliseconds of the device's clock. */
export async function upSince(): Promise<number | null> {
  const link = await readLink();
  return link.name === 'up' ? link.since : null;
}
