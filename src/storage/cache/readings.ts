import { readClockOffset } from '../device/contact.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { ReadingNote, ReadingsId } from '../database/device-records.ts';

/** Of one person. Beyond that the oldest leave, and the next one says how many did. */
export const READINGS_KEPT = 500;
/** Who opens the same thing again within so long goes on reading. */
export const READING_MERGE_MS = 5 * 60_000;

/** What was opened: an evaluation, a file of it, or one of its documents. */
export type ReadThing = Pick<ReadingNote, 'what' | 'evaluationId' | 'fileId'>;

const idOf = (ownerId: string): ReadingsId => `readings:${ownerId}`;

const isSame = (one: ReadThing, other: ReadThing): boolean =>
  one.what === other.what && one.evaluationId === other.evaluationId && one.fileId === other.fileId;
const isThat = (note: ReadingNote, other: ReadingNote): boolean =>
  isSame(note, other) && note.readAt === other.readAt;

/** What waits to be told of the owner, the oldest first. */
export async function waitingReadings(ownerId: string): Promise<readonly ReadingNote[]> {
  const row = await db.device.get(idOf(ownerId));
  return row && 'notes' in row ? row.notes : [];
}

/** Of whoever is signed in; for a live query. */
export async function countReadings(): Promise<number> {
  const account = await db.accounts.get('current');
  return account ? (await waitingReadings(account.userId)).length : 0;
}

/** In one transaction; no row is left of nothing. */
const change = (ownerId: string, work: (notes: readonly ReadingNote[]) => ReadingNote[]): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.device, async () => {
      const notes = work(await waitingReadings(ownerId));
      if (notes.length === 0) await db.device.delete(idOf(ownerId));
      else await db.device.put({ id: idOf(ownerId), ownerId, notes });
    }),
  );

/** The newest, the first of which says how many older ones there were no room for. */
function withinRoom(notes: readonly ReadingNote[]): ReadingNote[] {
  const gone = notes.slice(0, -READINGS_KEPT);
  const [first, ...rest] = notes.slice(-READINGS_KEPT);
  if (!first) return [];
  const leftOut = gone.reduce((sum, note) => sum + note.leftOut + 1, first.leftOut);
  return [{ ...first, leftOut }, ...rest];
}

/**
 * Notes that the owner opened it now from what the device has; for who opens it again within minutes the first note
 * stands. Answers the new note, null where there is one already.
 */
export async function noteReading(
  ownerId: string,
  thing: ReadThing,
  now: number,
): Promise<ReadingNote | null> {
  const readAt = now + (await readClockOffset());
  const note: ReadingNote = { ...thing, readAt, leftOut: 0 };
  let isNew = false;
  await change(ownerId, (notes) => {
    isNew = !notes.some((one) => isSame(one, thing) && Math.abs(readAt - one.readAt) < READING_MERGE_MS);
    return isNew ? withinRoom([...notes, note]) : [...notes];
  });
  return isNew ? note : null;
}

/** The provider knows of these. What they say was left out is known with them. */
export const forgetReadings = (ownerId: string, known: readonly ReadingNote[]): Promise<void> =>
  change(ownerId, (notes) => notes.filter((note) => !known.some((one) => isThat(note, one))));

/** Milliseconds of the device's clock; 0 where nothing speaks against telling. */
export async function readingsPause(): Promise<number> {
  const row = await db.device.get('readings-pause');
  return row?.id === 'readings-pause' ? row.until : 0;
}

export const pauseReadings = (until: number): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'readings-pause', until });
  });
