import { latestDeletionTime } from '#domain/retention.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';

/** Delivered entries of all users that are retained until a backup has them (S29). */
export interface Retention {
  readonly own: number;
  readonly others: number;
  /** Bytes, as far as they are known. */
  readonly size: number;
  /** Latest time at which the last entry is released, ms since the epoch; null if unknown. */
  readonly until: number | null;
  /** Time until which everything is in a backup that was verified by a restore, ms since the epoch; null without one. */
  readonly backedUpUntil: number | null;
}

/** Returns null if the server reports no backups. */
export async function readRetention(ownerId: string): Promise<Retention | null> {
  const [said, all, own, facts] = await Promise.all([
    readDeviceRow('copies'),
    db.kept.count(),
    db.kept.where('ownerId').equals(ownerId).count(),
    db.kept.orderBy('[life+seenAt+size]').keys(),
  ]);
  if (!said) return null;
  const known = facts as unknown as readonly [string, number, number][];
  const last = Math.max(0, ...known.map(([, seenAt]) => seenAt));
  return {
    own,
    others: all - own,
    size: known.reduce((sum, [, , size]) => sum + size, 0),
    until: last > 0 ? latestDeletionTime(last) : null,
    backedUpUntil: said.backedUpUntil,
  };
}
