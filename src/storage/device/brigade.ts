import { shiftSpan } from '#domain/time/shift.ts';
import { runStorageOperation } from '../base/problem.ts';
import { isKeptForBrigade, type PreparedBrigade } from '../database/brigade-row.ts';
import { db } from '../database/database.ts';
import type { ExpectedMarkRow } from '../database/device-records.ts';

export { readPreparedBrigade, type PreparedBrigade } from '../database/brigade-row.ts';

const EXPECTED_MARK_PREFIX = 'expected:';

/**
 * Sets or ends the preparation. Deletes the cached responses that the device kept for users who are signed out, unless they are
 * also kept for the new brigade.
 */
const replaceBrigade = (brigade: PreparedBrigade | null): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', [db.device, db.cache, db.keys], async () => {
      if (brigade) await db.device.put({ id: 'brigade', ...brigade });
      else await db.device.delete('brigade');
      const signedIn = await db.keys.toCollection().primaryKeys();
      await db.cache
        .where('ownerId')
        .noneOf(signedIn)
        .filter((row) => !isKeptForBrigade(row, brigade))
        .delete();
    }),
  );

export const savePreparedBrigade = (brigade: PreparedBrigade): Promise<void> => replaceBrigade(brigade);

export const deletePreparedBrigade = (): Promise<void> => replaceBrigade(null);

/** User who can sign in on this device without network. The name is encrypted under the key of the user (D1). */
export interface OfflineUser {
  readonly userId: string;
  readonly branchId: string | null;
  /** Time at which the server last sent the announced people of the brigade's day; null if the device lacks them. */
  readonly peopleReadAt: number | null;
}

/** Returns the users who can sign in without network, those with the newest data first. */
export async function listOfflineUsers(brigade: PreparedBrigade): Promise<OfflineUser[]> {
  const copies = await db.deviceKeys.toArray();
  const people = await db.cache.bulkGet(
    copies.map(({ userId }) => `${userId}:${brigade.branchId}:expected:${brigade.day}`),
  );
  return copies
    .map(({ userId, branchId }, at) => ({ userId, branchId, peopleReadAt: people[at]?.fetchedAt ?? null }))
    .toSorted((one, other) => (other.peopleReadAt ?? 0) - (one.peopleReadAt ?? 0));
}

/** Returns how many registrations of a day all users of this device have confirmed; a handed-over one counts once. */
export async function countRegistrationsOnDevice(day: string): Promise<number> {
  const { start, end } = shiftSpan(day, 'day');
  const owners = await Promise.all([
    db.entries.orderBy('ownerId').uniqueKeys(),
    db.receipts.orderBy('ownerId').uniqueKeys(),
  ]);
  const ids = new Set<string>();
  for (const ownerId of new Set(owners.flat())) {
    // Reads only an index range, because receipts stay on the device permanently.
    const [from, to] = [
      [ownerId, start],
      [ownerId, end],
    ];
    const [queued, receipts] = await Promise.all([
      db.entries.where('[ownerId+capturedAt]').between(from, to, true, false).toArray(),
      db.receipts.where('[ownerId+capturedAt]').between(from, to, true, false).toArray(),
    ]);
    for (const { id, kind } of queued) if (kind === 'registration') ids.add(id);
    for (const { entryId, kind, outcome } of receipts)
      if (kind === 'registration' && outcome !== 'discarded') ids.add(entryId);
  }
  return ids.size;
}

/**
 * Returns the ids of the people that any user of this device has marked as arrived or registered, and the number of all users'
 * arrivals that the server does not know yet.
 */
export async function readMarksOnDevice(
  day: string,
): Promise<{ readonly personIds: ReadonlySet<string>; readonly unsentArrivals: number }> {
  const marks = (await db.device.where('id').startsWith(EXPECTED_MARK_PREFIX).toArray()) as ExpectedMarkRow[];
  const ofDay = marks.filter((row) => row.day === day);
  return {
    personIds: new Set(ofDay.map(({ personId }) => personId)),
    unsentArrivals: ofDay.filter(({ mark }) => mark === 'arrived').length,
  };
}
