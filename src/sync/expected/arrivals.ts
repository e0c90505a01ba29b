import { HEADER } from '#contract/headers.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { isDoubtfulRejection, isRetryable } from '#domain/outbox/outcome.ts';
import type { ApiResponse } from '#network/response.ts';
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
import { tolerateFullDiskIfOpened } from '../api/tolerate-full-disk.ts';
import { sendRequest } from '../requests/api-request.ts';
import { createIfMatchHeader } from '../requests/saving.ts';
import { findReaderOfExpectedPeople, refreshExpectedDay } from './day.ts';

const ARRIVALS_LOCK_NAME = 'ventanilla-arrivals';
const ARRIVAL_TIMEOUT_MS = 10_000;
/** Number of times that an arrival is sent again because another user changed the person in the meantime. */
const MAX_RENEWALS = 3;

const placeOf = ({ ownerId, branchId, day }: ArrivedMark): ExpectedDayPlace => ({ ownerId, branchId, day });

const sendArrival = ({ personId, branchId, revision }: ArrivedMark): Promise<ApiResponse<ExpectedPerson>> =>
  sendRequest('setExpectedPersonState', {
    params: { id: personId },
    headers: { ...createIfMatchHeader({ revision }), [HEADER.branchId]: branchId },
    body: { state: 'arrived' },
    timeoutMs: ARRIVAL_TIMEOUT_MS,
  });

type ArrivalOutcome = 'done' | 'changed' | 'later';

/** Returns `later` for a response that does not judge the arrival; `changed` if the person was changed since it was read. */
function outcomeOf(response: ApiResponse<ExpectedPerson>): ArrivalOutcome {
  switch (response.type) {
    case 'ok':
      return 'done';
    case 'silence':
    case 'foreign':
    case 'not_modified':
      return 'later';
    case 'error': {
      const { status } = response.refusal;
      if (status === 412) return 'changed';
      const isUnjudged = status === 401 || status === 403 || isRetryable(response.refusal);
      return isUnjudged || isDoubtfulRejection(response) ? 'later' : 'done';
    }
  }
}

/**
 * Reads the person after another user changed it. Returns the arrival to send again if the person is still expected; otherwise
 * null, because the newer state of the server stays.
 */
async function readRenewedArrival(mark: ArrivedMark): Promise<ArrivedMark | 'later' | null> {
  if ((await refreshExpectedDay(mark.day)) !== 'refreshed') return 'later';
  const stored = await readExpectedDay(placeOf(mark));
  const person = stored?.people.find(({ id }) => id === mark.personId);
  if (person?.status.state !== 'expected' || person.revision === mark.revision) return null;
  await renewArrival(mark, person.revision);
  return { ...mark, revision: person.revision };
}

/** Sends one arrival. Returns false if the next one would fail too. */
async function sendAndSettle(first: ArrivedMark): Promise<boolean> {
  let mark = first;
  for (let renewals = 0; renewals <= MAX_RENEWALS; renewals += 1) {
    const response = await sendArrival(mark);
    const outcome = outcomeOf(response);
    if (outcome === 'later') return false;
    if (outcome === 'done') {
      if (response.type === 'ok')
        await tolerateFullDiskIfOpened(true, updateExpectedDay(placeOf(mark), { people: [response.body] }));
      await deleteExpectedMark(mark);
      return true;
    }
    const renewed = await readRenewedArrival(mark);
    if (renewed === 'later') return false;
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
    const marks = (await listUnsentArrivals(reader.ownerId)).filter(
      ({ id, branchId }) => branchId === reader.branchId && !tried.has(id),
    );
    if (marks.length === 0) return;
    for (const mark of marks) {
      tried.add(mark.id);
      if (!(await sendAndSettle(mark))) return;
    }
  }
}

/**
 * Sends the arrivals that this device has recorded, the oldest first. A repeated one changes nothing, and a newer state of the
 * server stays. Runs one at a time over all windows, and independently of the outbox. Throws storage failures.
 */
export const sendArrivals = (): Promise<void> =>
  navigator.locks.request(ARRIVALS_LOCK_NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await sendAllArrivals();
  });

/** Marks a person of the stored day as arrived on this device at once; the background work of the page sends the mark. */
export const markArrived = (place: ExpectedDayPlace, person: ExpectedPerson): Promise<void> =>
  recordArrival({ ...place, personId: person.id, at: Date.now() }, person.revision);

/** Marks a person as registered on this device until the server reports it. */
export const markRegistered = (place: ExpectedDayPlace, personId: string, entryId: string): Promise<void> =>
  recordExpectedRegistration({ ...place, personId, at: Date.now() }, entryId);
