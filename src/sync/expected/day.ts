import type { ExpectedDay, ExpectedDayQuery } from '#contract/records/evaluation/expected-day.ts';
import {
  EXPECTED_DAY_PAGE_SIZE,
  EXPECTED_DAY_PEOPLE_MAX,
} from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { HEADER } from '#contract/headers.ts';
import type { ApiResponse } from '#network/response.ts';
import { readAccount } from '#storage/account/accounts.ts';
import type { CacheOwner } from '#storage/cache/cache.ts';
import {
  deleteAllExpectedDays,
  deletePastExpectedDays,
  readExpectedDay,
  replaceExpectedDay,
  updateExpectedDay,
  type ExpectedDayPlace,
} from '#storage/cache/expected-day.ts';
import {
  listUnsentArrivals,
  pauseExpectedDays,
  pruneExpectedMarks,
  readExpectedDaysPauseEnd,
  type ExpectedMark,
  type MarkedEntry,
} from '#storage/cache/expected-marks.ts';
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';
import { UNKNOWN_CALL_RETRY_MS, isUnknownCall } from '../outbox/sending/unknown-call.ts';
import { sendRequest } from '../requests/api-request.ts';

const DAY_LOCK_NAME = 'ventanilla-expected-day';
/** Maximum number of pages of one reading: a whole day, and a reading that the server began again in between. */
export const MAX_PAGES = 2 * Math.ceil(EXPECTED_DAY_PEOPLE_MAX / EXPECTED_DAY_PAGE_SIZE) + 2;
/** Time limit of a page with a thousand people, ms. */
const PAGE_TIMEOUT_MS = 60_000;

export type ExpectedDayOutcome =
  | 'refreshed'
  /** No user with `register_patients` and an active branch is signed in, or the session is not open. */
  | 'not_due'
  /** The server does not offer the people of a day. */
  | 'unsupported'
  /** The server did not respond or rejected the request; the stored people stay. */
  | 'broken_off';

interface Reading {
  readonly first: ExpectedDay;
  readonly people: ExpectedPerson[];
  /** Time before the first request, ms since the epoch. The server may have changed people since. */
  readonly startedAt: number;
}

/** Time for which the pages of a reading are kept after one of them has failed, ms. */
const KEPT_READING_MS = 15 * 60_000;
/**
 * Pages of a reading whose next page has failed. The next reading continues there, because on a slow line the pages of a
 * brigade take minutes. The server begins a new reading if it no longer knows the position.
 */
let unfinished: { readonly of: string; readonly reading: Reading; readonly after: string } | null = null;

function takeUnfinished(of: string): Pick<NonNullable<typeof unfinished>, 'reading' | 'after'> | null {
  const kept = unfinished;
  unfinished = null;
  return kept?.of === of && Date.now() - kept.reading.startedAt < KEPT_READING_MS ? kept : null;
}

const requestPage = (
  { branchId }: ExpectedDayPlace,
  query: ExpectedDayQuery,
): Promise<ApiResponse<ExpectedDay>> =>
  sendRequest('getExpectedDay', {
    query,
    headers: { [HEADER.branchId]: branchId },
    timeoutMs: PAGE_TIMEOUT_MS,
  });

/**
 * Requests all pages of a reading. A page with another cursor begins a new reading, for example after the server was restored.
 * Returns the response that ended the reading if it is not complete; null if the reading has too many pages.
 */
async function requestReading(
  place: ExpectedDayPlace,
  since: string | null,
): Promise<Reading | Exclude<ApiResponse<ExpectedDay>, { type: 'ok' }> | null> {
  const of = [place.ownerId, place.branchId, place.day, since].join(' ');
  let { reading, after }: { reading: Reading | null; after: string | null } = takeUnfinished(of) ?? {
    reading: null,
    after: null,
  };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { day: place.day, ...(since !== null && { since }), ...(after !== null && { after }) };
    const startedAt = Date.now();
    const response: ApiResponse<ExpectedDay> = await requestPage(place, query);
    if (response.type !== 'ok') {
      if (reading && after !== null) unfinished = { of, reading, after };
      return response;
    }
    const { body } = response;
    if (reading?.first.cursor === body.cursor) reading.people.push(...body.people);
    else reading = { first: body, people: [...body.people], startedAt };
    if (body.next === null) return reading;
    after = body.next;
  }
  return null;
}

/**
 * Returns true if the person did not come as far as the server knows, but no user has stated it: an arrival that was noted on a
 * device still counts.
 */
export const isStillExpected = ({ status }: ExpectedPerson): boolean =>
  status.state === 'expected' || (status.state === 'no_show' && status.by_closing);

/**
 * Returns true if the server's state says at least as much about the person as the mark, or if the server does not report a
 * registration although it was delivered before the reading: the registration was corrected and is of another person.
 */
const isMarkSettled =
  (place: ExpectedDayPlace, people: readonly ExpectedPerson[], startedAt: number) =>
  (mark: ExpectedMark, entry: MarkedEntry | null): boolean => {
    if (mark.branchId !== place.branchId || mark.day !== place.day) return false;
    const person = people.find(({ id }) => id === mark.personId);
    if (!person) return false;
    if (person.status.state === 'registered') return true;
    return mark.mark === 'registered'
      ? entry?.state === 'delivered' && entry.at <= startedAt
      : !isStillExpected(person) && person.revision > mark.revision;
  };

async function storeReading(place: ExpectedDayPlace, { first, people, startedAt }: Reading): Promise<void> {
  const { complete, lists, cursor } = first;
  const now = Date.now();
  const content = { lists, people, cursor };
  await tolerateFullDiskIfOpened(
    true,
    complete ? replaceExpectedDay(place, content, now) : updateExpectedDay(place, content, now),
  );
  const stored = await readExpectedDay(place);
  // With another position the reading was not stored, and the marks are newer than the stored people.
  if (stored?.cursor === cursor)
    await pruneExpectedMarks(isMarkSettled(place, stored.people, startedAt), now);
}

async function refreshDay(place: ExpectedDayPlace): Promise<ExpectedDayOutcome> {
  const { ownerId } = place;
  if (Date.now() < (await readExpectedDaysPauseEnd())) return 'unsupported';
  const stored = await readExpectedDay(place);
  const cursor = stored?.cursor ?? null;
  // The changes since a position may be more than the people of the day, because cancelled people do not count for its limit.
  const reading =
    (await requestReading(place, cursor)) ?? (cursor === null ? null : await requestReading(place, null));
  if (reading === null) return 'broken_off';
  if ('first' in reading) {
    await storeReading(place, reading);
    return 'refreshed';
  }
  if (!(await isUnknownCall(reading))) return 'broken_off';
  await pauseExpectedDays(Date.now() + UNKNOWN_CALL_RETRY_MS);
  await deleteAllExpectedDays(ownerId);
  return 'unsupported';
}

/** Returns the signed-in user and branch; null if the user may not register patients, or the session is not open. */
export async function findReaderOfExpectedPeople(): Promise<CacheOwner | null> {
  const account = await readAccount();
  if (!account?.branchId || account.gate !== 'open' || !account.actions.includes('register_patients'))
    return null;
  return { ownerId: account.userId, branchId: account.branchId };
}

/**
 * Requests the changes of the people that the active branch expects on a day, YYYY-MM-DD, and stores them on this device; the
 * whole day if the device does not have it. Runs one at a time over all windows. Throws storage failures.
 */
export const refreshExpectedDay = (day: string): Promise<ExpectedDayOutcome> =>
  navigator.locks.request(DAY_LOCK_NAME, async () => {
    const reader = await findReaderOfExpectedPeople();
    return reader ? refreshDay({ ...reader, day }) : 'not_due';
  });

/** Deletes the people of past days of all users, except of days with arrivals that wait to be sent. */
export async function deletePastDays(today: string): Promise<void> {
  const waiting = (await listUnsentArrivals()).map(({ day }) => day);
  await deletePastExpectedDays(today, new Set(waiting));
}
