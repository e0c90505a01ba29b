import { HEADER } from '#contract/headers.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { isDoubtfulRejection, isRetryable } from '#domain/outbox/outcome.ts';
import { toServerInstant } from '#domain/time/clock.ts';
import type { ApiResponse } from '#network/response.ts';
import type { CacheOwner } from '#storage/cache/cache.ts';
import { readExpectedDay, updateExpectedDay, type ExpectedDayPlace } from '#storage/cache/expected-day.ts';
import {
  deleteExpectedMark,
  listUnsentArrivals,
  recordArrival,
  recordExpectedRegistration,
  renewArrival,
  type ArrivedMark,
} from '#storage/cache/expected-marks.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { readClockOffsetMs } from '#storage/device/contact.ts';
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';
import { sendRequest } from '../requests/api-request.ts';
import { createIfMatchHeader } from '../requests/saving.ts';
import { findReaderOfExpectedPeople, isStillExpected, refreshExpectedDay } from './day.ts';

const ARRIVALS_LOCK_NAME = 'ventanilla-arrivals';
const ARRIVAL_TIMEOUT_MS = 10_000;
/** Number of times that an arrival is sent again because another user changed the person in the meantime. */
const MAX_RENEWALS = 3;

const sendArrival = async ({ personId, branchId, revision, at }: ArrivedMark) =>
  sendRequest('setExpectedPersonState', {
    params: { id: personId },
    headers: { ...createIfMatchHeader({ revision }), [HEADER.branchId]: branchId },
    body: { state: 'arrived', at: toServerInstant(at, await readClockOffsetMs()) },
    timeoutMs: ARRIVAL_TIMEOUT_MS,
  });

/** `later`: the response does not judge the arrival; `stop`: it would not judge the next one either. */
type ArrivalOutcome = 'done' | 'changed' | 'later' | 'stop';

/** Returns true for an error response that every arrival would receive now: the session has ended, or the server is busy. */
const isAboutAllArrivals = ({ status, code }: Rejection): boolean =>
  status === 401 || status === 429 || status === 503 || code === 'session_of_another';

/** Returns `changed` if the person was changed since it was read. */
function outcomeOf(response: ApiResponse<ExpectedPerson>): ArrivalOutcome {
  switch (response.type) {
    case 'ok':
      return 'done';
    case 'silence':
    case 'foreign':
    case 'not_modified':
      return 'stop';
    case 'error': {
      const { status } = response.refusal;
      if (status === 412) return 'changed';
      if (isAboutAllArrivals(response.refusal) || isDoubtfulRejection(response)) return 'stop';
      // 403 and 404: the user's branch was changed. The arrival waits until the user has the branch again.
      return status === 403 || status === 404 || isRetryable(response.refusal) ? 'later' : 'done';
    }
  }
}

/**
 * Reads the person after another user changed it. Returns the arrival to send again if no user has stated another state;
 * otherwise null, because the newer state of the server stays.
 */
async function readRenewedArrival(
  place: ExpectedDayPlace,
  mark: ArrivedMark,
): Promise<ArrivedMark | 'later' | null> {
  if ((await refreshExpectedDay(mark.day)) !== 'refreshed') return 'later';
  const stored = await readExpectedDay(place);
  const person = stored?.people.find(({ id }) => id === mark.personId);
  if (!person || !isStillExpected(person) || person.revision === mark.revision) return null;
  await renewArrival(mark, person.revision);
  return { ...mark, revision: person.revision };
}

/** Sends one arrival. Returns false if the next one would fail too. */
async function sendAndSettle(reader: CacheOwner, first: ArrivedMark): Promise<boolean> {
  const place = { ...reader, day: first.day };
  let mark = first;
  for (let renewals = 0; renewals <= MAX_RENEWALS; renewals += 1) {
    const response = await sendArrival(mark);
    const outcome = outcomeOf(response);
    if (outcome === 'stop') return false;
    if (outcome === 'later') return true;
    if (outcome === 'done') {
      if (response.type === 'ok')
        await tolerateFullDiskIfOpened(true, updateExpectedDay(place, { people: [response.body] }));
      await deleteExpectedMark(mark);
      return true;
    }
    const renewed = await readRenewedArrival(place, mark);
    if (renewed === 'later') return true;
    if (renewed === null) {
      await deleteExpectedMark(mark);
      return true;
    }
    mark = renewed;
  }
  return true;
}

async function sendAllArrivals(): Promise<void> {
  const reader = await findReaderOfExpectedPeople();
  if (!reader || (await readConnectionState()).name === 'down') return;
  const tried = new Set<string>();
  // Lists the arrivals again after each pass, because the user may mark people while others are sent.
  for (;;) {
    const marks = (await listUnsentArrivals()).filter(
      ({ id, branchId }) => branchId === reader.branchId && !tried.has(id),
    );
    if (marks.length === 0) return;
    for (const mark of marks) {
      tried.add(mark.id);
      if (!(await sendAndSettle(reader, mark))) return;
    }
  }
}

/**
 * Sends the arrivals that all users of this device have recorded for the active branch, the oldest first. A repeated one changes
 * nothing, and a newer state of the server stays, except an absence by closing. Runs one at a time over all windows, and
 * independently of the outbox. Throws storage failures.
 */
export const sendArrivals = (): Promise<void> =>
  navigator.locks.request(ARRIVALS_LOCK_NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await sendAllArrivals();
  });

/** Marks a person of the stored day as arrived on this device at once; the background work of the page sends the mark. */
export const markArrived = (place: ExpectedDayPlace, person: ExpectedPerson): Promise<void> =>
  recordArrival({ ...place, personId: person.id, at: Date.now() }, person.revision);

/** Marks the person of a registration, null for none, until the server reports the registration. */
export const markRegistered = (
  place: ExpectedDayPlace,
  personId: string | null,
  entryId: string,
): Promise<void> =>
  recordExpectedRegistration(entryId, personId === null ? null : { ...place, personId, at: Date.now() });
