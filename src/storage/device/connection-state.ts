import type { ConnectionState } from '#domain/connection-state.ts';
import { db } from '../database/database.ts';

export async function readConnectionState(): Promise<ConnectionState> {
  const row = await db.device.get('link');
  return row?.id === 'link' ? row.link : { name: 'unknown' };
}

/** Returns the time since which the server has responded, ms by the device's clock; null if it does not respond. */
export async function readServerUpSince(): Promise<number | null> {
  const link = await readConnectionState();
  return link.name === 'up' ? link.since : null;
}
