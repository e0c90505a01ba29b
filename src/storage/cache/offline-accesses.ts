import { readClockOffsetMs } from '../device/contact.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { UnreportedAccess, OfflineAccessesId } from '../database/device-records.ts';

/** Maximum number of records per user. Beyond it the oldest are dropped, and the oldest remaining record counts them. */
export const MAX_STORED_ACCESSES = 500;
/** Time within which repeated access to the same item is not recorded, ms. */
export const ACCESS_MERGE_MS = 5 * 60_000;

export type AccessedItem = Pick<UnreportedAccess, 'what' | 'evaluationId' | 'fileId'>;

const offlineAccessesIdOf = (ownerId: string): OfflineAccessesId => `readings:${ownerId}`;

const isSameAccessedItem = (one: AccessedItem, other: AccessedItem): boolean =>
  one.what === other.what && one.evaluationId === other.evaluationId && one.fileId === other.fileId;
const isSameAccess = (note: UnreportedAccess, other: UnreportedAccess): boolean =>
  isSameAccessedItem(note, other) && note.readAt === other.readAt;

export async function listUnreportedAccesses(ownerId: string): Promise<readonly UnreportedAccess[]> {
  const row = await db.device.get(offlineAccessesIdOf(ownerId));
  return row && 'notes' in row ? row.notes : [];
}

export async function countOwnUnreportedAccesses(): Promise<number> {
  const account = await db.accounts.get('current');
  return account ? (await listUnreportedAccesses(account.userId)).length : 0;
}

/** Changes the records in one transaction; deletes the row if none are left. */
const updateUnreportedAccesses = (
  ownerId: string,
  work: (notes: readonly UnreportedAccess[]) => UnreportedAccess[],
): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const notes = work(await listUnreportedAccesses(ownerId));
      if (notes.length === 0) await db.device.delete(offlineAccessesIdOf(ownerId));
      else await db.device.put({ id: offlineAccessesIdOf(ownerId), ownerId, notes });
    }),
  );

/**
 * Returns the rank of a row that contains all words of the query; null for other rows. 0: its code equals the query. 1: it was
 * recently used. 2: it begins with the first word of the query. 3: another of its words begins with the first word. 4: all
 * other matches.
 */
function withoutExcessAccesses(notes: readonly UnreportedAccess[]): UnreportedAccess[] {
  const gone = notes.slice(0, -MAX_STORED_ACCESSES);
  const [first, ...rest] = notes.slice(-MAX_STORED_ACCESSES);
  if (!first) return [];
  const leftOut = gone.reduce((sum, note) => sum + note.leftOut + 1, first.leftOut);
  return [{ ...first, leftOut }, ...rest];
}

/**
 * Records that the owner opened the item on the device. Returns the new record; null if the item was recorded within the last
 * minutes.
 */
export async function storeOfflineAccessIfNew(
  ownerId: string,
  thing: AccessedItem,
  now: number,
): Promise<UnreportedAccess | null> {
  const readAt = now + (await readClockOffsetMs());
  const note: UnreportedAccess = { ...thing, readAt, leftOut: 0 };
  let isNew = false;
  await updateUnreportedAccesses(ownerId, (notes) => {
    isNew = !notes.some(
      (one) => isSameAccessedItem(one, thing) && Math.abs(readAt - one.readAt) < ACCESS_MERGE_MS,
    );
    return isNew ? withoutExcessAccesses([...notes, note]) : [...notes];
  });
  return isNew ? note : null;
}

export const deleteReportedAccesses = (ownerId: string, known: readonly UnreportedAccess[]): Promise<void> =>
  updateUnreportedAccesses(ownerId, (notes) =>
    notes.filter((note) => !known.some((one) => isSameAccess(note, one))),
  );

/** Returns the time before which no access is reported, ms by the device's clock; 0 if reports are allowed. */
export async function readAccessReportsPauseEnd(): Promise<number> {
  const row = await db.device.get('readings-pause');
  return row?.id === 'readings-pause' ? row.until : 0;
}

export const pauseAccessReports = (until: number): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'readings-pause', until });
  });
