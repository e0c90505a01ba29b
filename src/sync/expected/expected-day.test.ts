import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExpectedDay } from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { signOutAccount } from '#storage/account/accounts.ts';
import { readExpectedDay, replaceExpectedDay } from '#storage/cache/expected-day.ts';
import { readExpectedMarks } from '#storage/cache/expected-marks.ts';
import { recordClockOffsetMs, updateConnectionState } from '#storage/device/contact.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmAndDeliverEntry,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  EXPECTED_DAY,
  EXPECTED_LIST,
  EXPECTED_PLACE,
  createExpectedDayPage,
  createExpectedPersonOnDevice,
} from '#tests/support/device/expected.ts';
import {
  createErrorResponse,
  failAsUnreachable,
  stubServer,
  type RequestResponder,
} from '#tests/support/device/servers/session-server.ts';
import { markArrived, markRegistered, sendArrivals } from './arrivals.ts';
import { deletePastDays, refreshExpectedDay } from './day.ts';

const lockRequest = (_name: string, ...rest: readonly unknown[]) =>
  (rest.at(-1) as (lock: object) => Promise<unknown>)({});
const arrivedStatus = { state: 'arrived', at: '2026-12-01T12:00:00.000Z', by: 'Bea' } as const;
const person = (number: number, changes: Partial<ExpectedPerson> = {}) =>
  createExpectedPersonOnDevice(number, changes);
const readStored = () => readExpectedDay(EXPECTED_PLACE);
const readStates = async () => (await readStored())?.people.map(({ status }) => status.state);

const respondArrived =
  (number: number, revision = 2) =>
  (): Response =>
    Response.json(person(number, { status: arrivedStatus, revision }));

/** Requests for the day, and bodies and tags of the arrivals that the server received. */
let dayQueries: string[] = [];
let arrivals: { readonly tag: string | null; readonly path: string; readonly body: unknown }[] = [];
let pages: ExpectedDay[] = [];
let arrivalResponses: (() => Response)[] = [];

const respond: RequestResponder = async (path, request) => {
  if (path.endsWith('/health'))
    return Response.json({ service: 'ventanilla', status: 'ok', now: '2026-12-01T12:00:00.000Z' });
  if (path.endsWith('/state')) {
    arrivals.push({ tag: request.headers.get('if-match'), path, body: await request.json() });
    return arrivalResponses.shift()?.() ?? createErrorResponse(500, 'internal');
  }
  if (!path.endsWith('/expected-people')) return createErrorResponse(404, 'not_found');
  dayQueries.push(new URL(request.url).search);
  const page = pages.shift();
  return page ? Response.json(page) : createErrorResponse(500, 'internal');
};

let server: ReturnType<typeof stubServer>;
beforeEach(async () => {
  [dayQueries, arrivals, pages, arrivalResponses] = [[], [], [], []];
  vi.stubGlobal('navigator', { locks: { request: lockRequest } });
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  server = stubServer(respond);
});
afterEach(() => vi.unstubAllGlobals());

describe('P11.37 refresh of the expected people of a day', () => {
  it('the device stores all pages of the day, then only requests changes', async () => {
    pages = [
      createExpectedDayPage({ people: [person(1)], next: 'n1' }),
      createExpectedDayPage({ people: [person(2)] }),
      createExpectedDayPage({
        complete: false,
        people: [person(2, { status: arrivedStatus, revision: 2 })],
        cursor: 'c2',
      }),
    ];
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('refreshed');
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('refreshed');
    expect(dayQueries).toEqual([
      `?day=${EXPECTED_DAY}`,
      `?day=${EXPECTED_DAY}&after=n1`,
      `?day=${EXPECTED_DAY}&since=c1`,
    ]);
    expect(await readStates()).toEqual(['expected', 'arrived']);
    expect((await readStored())?.cursor).toBe('c2');
  });

  it('a complete response to a request for changes replaces the stored people', async () => {
    pages = [
      createExpectedDayPage({ people: [person(1), person(2)] }),
      createExpectedDayPage({ people: [person(3)], cursor: 'c9' }),
    ];
    await refreshExpectedDay(EXPECTED_DAY);
    await refreshExpectedDay(EXPECTED_DAY);
    expect((await readStored())?.people.map(({ id }) => id)).toEqual([person(3).id]);
  });

  it('a page with another cursor begins the reading again', async () => {
    pages = [
      createExpectedDayPage({ people: [person(1)], next: 'n1' }),
      createExpectedDayPage({ people: [person(5)], next: 'n2', cursor: 'c7' }),
      createExpectedDayPage({ people: [person(6)], cursor: 'c7' }),
    ];
    await refreshExpectedDay(EXPECTED_DAY);
    expect((await readStored())?.people.map(({ id }) => id)).toEqual([person(5).id, person(6).id]);
  });

  it('a reading whose page failed continues at that page', async () => {
    pages = [
      createExpectedDayPage({ people: [person(1)], next: 'n1' }),
      createExpectedDayPage({ people: [person(2)], next: 'n2' }),
    ];
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('broken_off');
    expect(await readStored()).toBeNull();
    pages = [createExpectedDayPage({ people: [person(3)] })];
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('refreshed');
    expect(dayQueries.slice(2)).toEqual([`?day=${EXPECTED_DAY}&after=n2`, `?day=${EXPECTED_DAY}&after=n2`]);
    expect((await readStored())?.people.map(({ id }) => id)).toEqual([1, 2, 3].map((one) => person(one).id));
  });

  it('a failed page stores nothing, and the stored people stay without network', async () => {
    pages = [createExpectedDayPage({ people: [person(1)] })];
    await refreshExpectedDay(EXPECTED_DAY);
    pages = [createExpectedDayPage({ complete: false, people: [person(2)], next: 'n', cursor: 'c2' })];
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('broken_off');
    server.respond = failAsUnreachable;
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('broken_off');
    expect((await readStored())?.people).toEqual([person(1)]);
  });

  it('a server without the call is left alone for a day, and its device keeps no expected people', async () => {
    await replaceExpectedDay(EXPECTED_PLACE, { lists: [EXPECTED_LIST], people: [person(1)], cursor: 'c' }, 1);
    server.respond = (path, request) =>
      path.endsWith('/expected-people')
        ? Promise.resolve(createErrorResponse(404, 'not_found'))
        : respond(path, request);
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('unsupported');
    server.respond = respond;
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('unsupported');
    expect(dayQueries).toEqual([]);
    expect(await readStored()).toBeNull();
  });

  it('a user without permission to register patients requests nothing', async () => {
    await signInOnDevice(ANA_ID, ['manage_evaluations']);
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('not_due');
    expect(dayQueries).toEqual([]);
  });
});

const storeExpected = (people: ExpectedPerson[], place = EXPECTED_PLACE) =>
  replaceExpectedDay(place, { lists: [EXPECTED_LIST], people, cursor: 'c1' }, 1);
const markOf = async (number: number) => (await readExpectedMarks()).get(person(number).id);

describe('P11.42 arrivals', () => {
  beforeEach(async () => {
    await storeExpected([person(1), person(2)]);
    await markArrived(EXPECTED_PLACE, person(1));
  });

  it('an arrival is sent with the revision that the user saw, and stored as the server responds', async () => {
    arrivalResponses = [respondArrived(1)];
    await sendArrivals();
    expect(arrivals).toMatchObject([{ tag: '"r1"' }]);
    expect(await readStates()).toEqual(['arrived', 'expected']);
    expect(await markOf(1)).toBeUndefined();
  });

  it('an arrival waits while the server does not respond or fails, and is sent later', async () => {
    server.respond = failAsUnreachable;
    await sendArrivals();
    await updateConnectionState({ reached: true }, Date.now(), 0);
    server.respond = respond;
    await sendArrivals();
    expect(arrivals).toHaveLength(1);
    expect(await markOf(1)).toMatchObject({ mark: 'arrived' });
    arrivalResponses = [respondArrived(1)];
    await sendArrivals();
    expect(await markOf(1)).toBeUndefined();
  });

  it('an arrival of a person whose data were changed is sent again with the new revision', async () => {
    arrivalResponses = [() => createErrorResponse(412, 'precondition_failed'), respondArrived(1, 3)];
    pages = [createExpectedDayPage({ complete: false, people: [person(1, { hour: '08:00', revision: 2 })] })];
    await sendArrivals();
    expect(arrivals.map(({ tag }) => tag)).toEqual(['"r1"', '"r2"']);
    expect(await markOf(1)).toBeUndefined();
  });

  it('an arrival that is marked while another one is sent follows in the same run', async () => {
    server.respond = async (path, request) => {
      if (!path.endsWith('/state')) return respond(path, request);
      if (path.includes(person(1).id)) await markArrived(EXPECTED_PLACE, person(2));
      return respondArrived(path.includes(person(1).id) ? 1 : 2)();
    };
    await sendArrivals();
    expect(await readStates()).toEqual(['arrived', 'arrived']);
  });

  it('a newer state of the server wins over the arrival', async () => {
    const absent = { ...arrivedStatus, state: 'no_show', by_closing: false } as const;
    arrivalResponses = [() => createErrorResponse(412, 'precondition_failed')];
    pages = [
      createExpectedDayPage({ complete: false, people: [person(1, { status: absent, revision: 2 })] }),
    ];
    await sendArrivals();
    expect(arrivals).toHaveLength(1);
    expect(await readStates()).toEqual(['no_show', 'expected']);
    expect(await markOf(1)).toBeUndefined();
  });

  it('an arrival noted before the list was closed is sent although the closing made the person absent', async () => {
    const absent = { ...arrivedStatus, state: 'no_show', by_closing: true } as const;
    const closed = person(1, { status: absent, revision: 2 });
    pages = [createExpectedDayPage({ complete: false, people: [closed] })];
    await refreshExpectedDay(EXPECTED_DAY);
    arrivalResponses = [() => createErrorResponse(412, 'precondition_failed'), respondArrived(1, 3)];
    pages = [createExpectedDayPage({ complete: false })];
    await sendArrivals();
    expect(arrivals.map(({ tag }) => tag)).toEqual(['"r1"', '"r2"']);
    expect(await readStates()).toEqual(['arrived', 'expected']);
    expect(await markOf(1)).toBeUndefined();
  });

  it("an arrival is sent with its time by the server's clock", async () => {
    await recordClockOffsetMs(-3_600_000, Date.now());
    const markedAt = (await markOf(1))?.at ?? 0;
    await sendArrivals();
    const at = new Date(markedAt - 3_600_000).toISOString();
    expect(arrivals.map(({ body }) => body)).toEqual([{ state: 'arrived', at }]);
  });

  it.each([403, 404, 500])('an unjudged arrival (%i) waits, and blocks no other', async (status) => {
    await markArrived(EXPECTED_PLACE, person(2));
    arrivalResponses = [() => createErrorResponse(status, 'rejected'), respondArrived(2)];
    await sendArrivals();
    expect(await readStates()).toEqual(['expected', 'arrived']);
    expect(await markOf(1)).toMatchObject({ mark: 'arrived' });
  });

  it.each([401, 429, 503])('after a response %i the next arrival waits too', async (status) => {
    await markArrived(EXPECTED_PLACE, person(2));
    arrivalResponses = [() => createErrorResponse(status, 'rejected')];
    await sendArrivals();
    expect(arrivals).toHaveLength(1);
  });

  it('an arrival of a user who signed out is shown to the next one, and sent', async () => {
    await signOutAccount(1);
    await signInOnDevice(BEA_ID);
    const placeOfBea = { ...EXPECTED_PLACE, ownerId: BEA_ID };
    await storeExpected([person(1)], placeOfBea);
    expect(await markOf(1)).toMatchObject({ mark: 'arrived', ownerId: ANA_ID });
    arrivalResponses = [respondArrived(1)];
    await sendArrivals();
    const stored = await readExpectedDay(placeOfBea);
    expect(stored?.people[0]?.status.state).toBe('arrived');
    expect(await markOf(1)).toBeUndefined();
  });

  it('an arrival that the server rejects permanently does not block the next one', async () => {
    await markArrived(EXPECTED_PLACE, person(2));
    arrivalResponses = [() => createErrorResponse(409, 'expected_person_registered'), respondArrived(2)];
    await sendArrivals();
    expect(await readStates()).toEqual(['expected', 'arrived']);
    expect((await readExpectedMarks()).size).toBe(0);
  });

  it('P11.38 the day of an arrival that waits stays on the device', async () => {
    await deletePastDays('2026-12-02');
    expect(await readStored()).not.toBeNull();
    arrivalResponses = [respondArrived(1)];
    await sendArrivals();
    await deletePastDays('2026-12-02');
    expect(await readStored()).toBeNull();
  });
});

describe('P11.43 registration of an expected person on this device', () => {
  it('the mark stays until the server reports the registration, and goes with a discarded entry', async () => {
    await storeExpected([person(1), person(2)]);
    const entryId = await confirmNewEntry('1');
    await markRegistered(EXPECTED_PLACE, person(1).id, entryId);
    await markRegistered(EXPECTED_PLACE, person(2).id, crypto.randomUUID());
    pages = [createExpectedDayPage({ complete: false })];
    await refreshExpectedDay(EXPECTED_DAY);
    expect(await markOf(1)).toMatchObject({ mark: 'registered', entryId });
    expect(await markOf(2)).toBeUndefined();
    const registered: ExpectedPerson['status'] = {
      state: 'registered',
      at: arrivedStatus.at,
      evaluation_id: person(9).id,
      repeated: [],
      settled: [],
      other_document: [],
    };
    pages = [
      createExpectedDayPage({ complete: false, people: [person(1, { status: registered, revision: 2 })] }),
    ];
    await refreshExpectedDay(EXPECTED_DAY);
    expect(await markOf(1)).toBeUndefined();
  });

  it('the mark goes if the server does not report the registration after its delivery', async () => {
    await storeExpected([person(1)]);
    await markRegistered(EXPECTED_PLACE, person(1).id, await confirmAndDeliverEntry('1'));
    pages = [createExpectedDayPage({ complete: false })];
    await refreshExpectedDay(EXPECTED_DAY);
    expect(await markOf(1)).toBeUndefined();
  });
});
