import { db } from '../database/database.ts';
import type { ExpectedMarkId, ExpectedMarkRow } from '../database/device-records.ts';
import { runStorageOperation } from '../base/problem.ts';

export type ExpectedMark = ExpectedMarkRow;
export type ArrivedMark = Extract<ExpectedMark, { mark: 'arrived' }>;

/** Maximum age of a mark, ms. The server's lists of older days are closed. */
const MAX_MARK_AGE_MS = 7 * 24 * 60 * 60_000;

const markIdOf = (ownerId: string, personId: string): ExpectedMarkId => `expected:${ownerId}:${personId}`;

const marksOf = (ownerId: string) => db.device.where('id').startsWith(markIdOf(ownerId, ''));

/** Returns the marks of a user by person. Can be used in a live query. */
export async function readExpectedMarks(ownerId: string): Promise<ReadonlyMap<string, ExpectedMark>> {
  const rows = (await marksOf(ownerId).toArray()) as ExpectedMark[];
  return new Map(rows.map((row) => [row.personId, row]));
}

export async function listUnsentArrivals(ownerId: string): Promise<readonly ArrivedMark[]> {
  const rows = [...(await readExpectedMarks(ownerId)).values()];
  return rows.filter((row) => row.mark === 'arrived').sort((one, other) => one.at - other.at);
}

type MarkedPerson = Pick<ExpectedMark, 'ownerId' | 'personId' | 'branchId' | 'day' | 'at'>;

/** Marks a person as arrived, to be sent later. A person who is already marked stays as marked first. */
export const recordArrival = (person: MarkedPerson, revision: number): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const id = markIdOf(person.ownerId, person.personId);
      if (await db.device.get(id)) return;
      await db.device.put({ ...person, id, mark: 'arrived', revision });
    }),
  );

/** Marks a person as registered by an entry of this device. The registration replaces an arrival that was not sent. */
export const recordExpectedRegistration = (person: MarkedPerson, entryId: string): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({
      ...person,
      id: markIdOf(person.ownerId, person.personId),
      mark: 'registered',
      entryId,
    });
  });

/** Deletes a mark, unless it was replaced in the meantime. */
export const deleteExpectedMark = ({ id, at, mark }: ExpectedMark): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const row = (await db.device.get(id)) as ExpectedMark | undefined;
      if (row?.at === at && row.mark === mark) await db.device.delete(id);
    }),
  );

/** Stores the revision under which the arrival is sent again. */
export const renewArrival = ({ id, at }: ArrivedMark, revision: number): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const row = (await db.device.get(id)) as ExpectedMark | undefined;
      if (row?.mark === 'arrived' && row.at === at) await db.device.put({ ...row, revision });
    }),
  );

/**
 * Returns the marks of registrations whose entry exists on this device or was delivered. The entry of another one was discarded
 * or handed over.
 */
async function findLiveEntries(entryIds: readonly string[]): Promise<ReadonlySet<string>> {
  const [entries, receipts] = await Promise.all([
    db.entries.where('id').anyOf(entryIds).primaryKeys(),
    db.receipts.where('id').anyOf(entryIds).toArray(),
  ]);
  const delivered = receipts.filter(({ outcome }) => outcome !== 'discarded').map(({ entryId }) => entryId);
  return new Set([...entries, ...delivered]);
}

/** Deletes marks that the server's state replaces (`isSettled`), marks of discarded entries, and old ones. */
export async function pruneExpectedMarks(
  ownerId: string,
  isSettled: (mark: ExpectedMark) => boolean,
  now: number,
): Promise<void> {
  const marks = [...(await readExpectedMarks(ownerId)).values()];
  const entryIds = marks.flatMap((mark) => (mark.mark === 'registered' ? [mark.entryId] : []));
  const live = await findLiveEntries(entryIds);
  for (const mark of marks) {
    const isOld = Math.abs(now - mark.at) > MAX_MARK_AGE_MS;
    const isGone = mark.mark === 'registered' && !live.has(mark.entryId);
    if (isOld || isGone || isSettled(mark)) await deleteExpectedMark(mark);
  }
}

/** Returns the time before which the server is not queried about expected people; 0 if it may be queried. */
export async function readExpectedDaysPauseEnd(): Promise<number> {
  const row = await db.device.get('no-expected-days');
  return row?.id === 'no-expected-days' ? row.until : 0;
}

export const pauseExpectedDays = (until: number): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'no-expected-days', until });
  });
