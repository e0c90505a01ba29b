import { latestDeletionTime } from '#domain/retention.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';

/** Delivered entries of all users that are retained until a backup has them (S29). */
export interface RetentionSummary {
  readonly own: number;
  readonly others: number;
  /** Size of the retained entries whose size is known, bytes. */
  readonly size: number;
  /** Time by which the last retained entry is released at the latest, ms since the epoch; null if unknown. */
  readonly until: number | null;
  /** Time up to which all data are in a backup that was verified by a restore, ms since the epoch; null without one. */
  readonly backedUpUntil: number | null;
}

/**
 * Summarises the retained entries of all users on the device; `own` counts those of `ownerId`. Null if the server has reported
 * no backups.
 */
export async function readRetentionSummary(ownerId: string): Promise<RetentionSummary | null> {
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
