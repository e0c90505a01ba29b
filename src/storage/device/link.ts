import type { Link } from '#domain/link.ts';
import { db } from '../database/database.ts';

export async function readLink(): Promise<Link> {
  const row = await db.device.get('link');
  return row?.id === 'link' ? row.link : { name: 'unknown' };
}
