import { latestEnd } from '#domain/custody.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';

/** What has arrived and is kept until a copy has it (S29), whoever's it is. */
export interface Custody {
  readonly own: number;
  readonly others: number;
  /** Bytes, as far as they are known. */
  readonly size: number;
  /** When the last of it goes at the latest; null where that is not known yet. Milliseconds. */
  readonly until: number | null;
  /** Everything until then is in a copy that was restored for a check; null where there is none. Milliseconds. */
  readonly backedUpUntil: number | null;
}

/** Null where the provider says nothing of its copies. */
export async function readCustody(ownerId: string): Promise<Custody | null> {
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
    until: last > 0 ? latestEnd(last) : null,
    backedUpUntil: said.backedUpUntil,
  };
}
