import { useLiveQuery } from 'dexie-react-hooks';
import type { ExpectedPerson, ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import { createExpectedDayIndex, type ExpectedDayIndex } from '#domain/expected/day-index.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { readExpectedDay, type StoredExpectedDay } from '#storage/cache/expected-day.ts';
import { readExpectedMarks, type ExpectedMark } from '#storage/cache/expected-marks.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';
import type { Announcement } from './announcement.ts';

export interface ExpectedDayOnDevice {
  readonly index: ExpectedDayIndex;
  readonly marks: ReadonlyMap<string, ExpectedMark>;
  /** Time at which the server last sent the day, ms since the epoch. */
  readonly fetchedAt: number;
}

interface KnownIndex {
  readonly lists: string;
  readonly index: ExpectedDayIndex;
}
/** Index of each stored list of people; the device returns the same list until a person changes. */
const knownIndexes = new WeakMap<StoredExpectedDay['people'], KnownIndex>();

function indexOf(day: StoredExpectedDay): ExpectedDayIndex {
  const lists = JSON.stringify(day.lists);
  const known = knownIndexes.get(day.people);
  if (known?.lists === lists) return known.index;
  const index = createExpectedDayIndex(day);
  knownIndexes.set(day.people, { lists, index });
  return index;
}

export async function readIndexedDay(
  place: Parameters<typeof readExpectedDay>[0],
): Promise<Pick<ExpectedDayOnDevice, 'index' | 'fetchedAt'> | null> {
  const stored = await readExpectedDay(place);
  return stored && { index: indexOf(stored), fetchedAt: stored.fetchedAt };
}

/** Returns the people expected today at the branch, as this device knows them; undefined without any and while they load. */
export function useExpectedToday(ownerId: string, branchId: string): ExpectedDayOnDevice | undefined {
  const day = bogotaDay(useStartOfToday());
  const stored = useLiveQuery(() => readIndexedDay({ ownerId, branchId, day }), [ownerId, branchId, day]);
  const marks = useLiveQuery(readExpectedMarks);
  return stored && marks && stored.index.people.length > 0 ? { ...stored, marks } : undefined;
}

export interface ShownExpectedState {
  readonly state: ExpectedState;
  /** True if only this device knows the state, because the server has not received it. */
  readonly isOnlyHere: boolean;
}

/** Returns the state of a person, as newer marks of this device change it. */
export function shownStateOf(
  { id, status }: ExpectedPerson,
  marks: ExpectedDayOnDevice['marks'],
): ShownExpectedState {
  const mark = marks.get(id);
  if (mark && status.state !== 'registered') {
    const isNewer = mark.mark === 'registered' || status.state === 'expected' || status.state === 'no_show';
    if (isNewer) return { state: mark.mark, isOnlyHere: true };
  }
  return { state: status.state, isOnlyHere: false };
}

export const announcementOf = (index: ExpectedDayIndex, person: ExpectedPerson): Announcement | null => {
  const list = index.listById.get(person.list_id);
  return list ? { day: index.day, person, list } : null;
};
