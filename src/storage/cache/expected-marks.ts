import { db } from '../database/database.ts';
import type { ExpectedMarkId, ExpectedMarkRow } from '../database/device-records.ts';
import { runStorageOperation } from '../base/problem.ts';

export type ExpectedMark = ExpectedMarkRow;
export type ArrivedMark = Extract<ExpectedMark, { mark: 'arrived' }>;

/** Maximum age of a mark, ms. The server's lists of older days are closed. */
const MAX_MARK_AGE_MS = 7 * 24 * 60 * 60_000;

const MARK_ID_PREFIX = 'expected:';
const markIdOf = (ownerId: string, personId: string): ExpectedMarkId =>
  `${MARK_ID_PREFIX}${ownerId}:${personId}`;

const listMarks = async (): Promise<ExpectedMark[]> =>
  (await db.device.where('id').startsWith(MARK_ID_PREFIX).toArray()) as ExpectedMark[];

/** Registration that a mark is about: waiting on this device, or delivered at this time, ms since the epoch. */
export type MarkedEntry =
  | { readonly state: 'waiting' }
  | { readonly state: 'delivered'; readonly at: number };
const WAITING: MarkedEntry = { state: 'waiting' };

/** Returns the entries of these marks that exist on this device or were delivered. Others were discarded. */
async function findLiveEntries(marks: readonly ExpectedMark[]): Promise<ReadonlyMap<string, MarkedEntry>> {
  const entryIds = marks.flatMap((mark) => (mark.mark === 'registered' ? [mark.entryId] : []));
  if (entryIds.length === 0) return new Map<string, MarkedEntry>();
  // In this order, because an entry that is delivered in between has a receipt.
  const waiting = await db.entries.where('id').anyOf(entryIds).primaryKeys();
  const receipts = await db.receipts.where('id').anyOf(entryIds).toArray();
  const delivered = receipts.flatMap(({ entryId, outcome, settledAt }) =>
    outcome === 'discarded' ? [] : [[entryId, { state: 'delivered', at: settledAt }] as const],
  );
  return new Map<string, MarkedEntry>([...delivered, ...waiting.map((id) => [id, WAITING] as const)]);
}

const isLive = (mark: ExpectedMark, entries: ReadonlyMap<string, MarkedEntry>): boolean =>
  mark.mark === 'arrived' || entries.has(mark.entryId);

/**
 * Returns the marks of this device by person, also those of other users, who may share it in turns. A registration counts more
 * than an arrival, and nothing once its entry is discarded. Can be used in a live query.
 */
export async function readExpectedMarks(): Promise<ReadonlyMap<string, ExpectedMark>> {
  const marks = await listMarks();
  const entries = await findLiveEntries(marks);
  const isRegistered = ({ mark }: ExpectedMark) => mark === 'registered';
  const shown = [
    ...marks.filter((mark) => !isRegistered(mark)),
    ...marks.filter((mark) => isRegistered(mark) && isLive(mark, entries)),
  ];
  return new Map(shown.map((mark) => [mark.personId, mark]));
}

/** Returns the arrivals that all users of this device have marked, the oldest first. */
export const listUnsentArrivals = async (): Promise<readonly ArrivedMark[]> =>
  (await listMarks()).filter((row) => row.mark === 'arrived').sort((one, other) => one.at - other.at);

type MarkedPerson = Pick<ExpectedMark, 'ownerId' | 'personId' | 'branchId' | 'day' | 'at'>;

/** Marks a person as arrived, to be sent later. A person who has a mark of this user stays as marked first. */
export const recordArrival = (person: MarkedPerson, revision: number): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', [db.device, db.entries, db.receipts], async () => {
      const id = markIdOf(person.ownerId, person.personId);
      const before = (await db.device.get(id)) as ExpectedMark | undefined;
      if (before && isLive(before, await findLiveEntries([before]))) return;
      await db.device.put({ ...person, id, mark: 'arrived', revision });
    }),
  );

/**
 * Marks the person of a registration on this device; null for none. The mark replaces arrivals that were not sent, and the
 * entry's mark of another person from before a correction.
 */
export const recordExpectedRegistration = (entryId: string, person: MarkedPerson | null): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const isReplaced = (mark: ExpectedMark) =>
        mark.mark === 'registered' ? mark.entryId === entryId : mark.personId === person?.personId;
      await db.device.bulkDelete((await listMarks()).filter(isReplaced).map(({ id }) => id));
      if (person)
        await db.device.put({
          ...person,
          id: markIdOf(person.ownerId, person.personId),
          mark: 'registered',
          entryId,
        });
    }),
  );

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
 * Deletes marks that the server's state replaces (`isSettled`), marks of discarded entries, and old ones.
 * @param isSettled receives the registration of the mark; null for an arrival
 */
export async function pruneExpectedMarks(
  isSettled: (mark: ExpectedMark, entry: MarkedEntry | null) => boolean,
  now: number,
): Promise<void> {
  const marks = await listMarks();
  const entries = await findLiveEntries(marks);
  for (const mark of marks) {
    const isOld = Math.abs(now - mark.at) > MAX_MARK_AGE_MS;
    const entry = mark.mark === 'registered' ? (entries.get(mark.entryId) ?? null) : null;
    if (isOld || !isLive(mark, entries) || isSettled(mark, entry)) await deleteExpectedMark(mark);
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
