import '#tests/support/device/indexeddb.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import { readExpectedDay } from '#storage/cache/expected-day.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { markArrived } from '#sync/expected/arrivals.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  EXPECTED_PLACE,
  createExpectedDayPage,
  createExpectedPersonOnDevice,
} from '#tests/support/device/expected.ts';
import {
  createErrorResponse,
  failAsUnreachable,
  stubServer,
} from '#tests/support/device/servers/session-server.ts';
import { startExpectedDayWork } from './expected-day.ts';

const place = { ...EXPECTED_PLACE, day: bogotaDay(Date.now()) };
const person = createExpectedPersonOnDevice(1);
const lockRequest = (_name: string, ...rest: readonly unknown[]) =>
  (rest.at(-1) as (lock: object) => Promise<unknown>)({});
const failures: unknown[] = [];
let server: ReturnType<typeof stubServer>;
let stop = (): void => undefined;
const dayRequests = () => server.calls.filter((call) => call.endsWith('/expected-people')).length;

beforeEach(async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: lockRequest } });
  await wipeDevice();
  await signInOnDevice();
  failures.length = 0;
  server = stubServer((path) =>
    path.endsWith('/expected-people')
      ? Response.json(createExpectedDayPage({ day: place.day, people: [person] }))
      : path.endsWith('/state')
        ? Response.json({
            ...person,
            revision: 2,
            status: { state: 'arrived', at: new Date().toISOString(), by: 'Ana' },
          })
        : createErrorResponse(404, 'not_found'),
  );
});
const start = () => {
  stop = startExpectedDayWork((error) => failures.push(error));
};
afterEach(() => {
  stop();
  expect(failures).toEqual([]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("P11.37 the page fetches today's people at its start and again when the server can be reached again", async () => {
  start();
  await retryUntilPassing(async () => expect((await readExpectedDay(place))?.people).toEqual([person]));
  const before = dayRequests();
  server.respond = failAsUnreachable;
  await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
  await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
  server.respond = () => Response.json(createExpectedDayPage({ day: place.day, people: [] }));
  await updateConnectionState({ reached: true }, Date.now() + 1, 0);
  await retryUntilPassing(() => expect(dayRequests()).toBeGreaterThan(before));
});

it('P11.37 the page begins no further refresh while the server is slow', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let respond = (): void => undefined;
  const isDue = new Promise<void>((resolve) => {
    respond = resolve;
  });
  server.respond = async () => {
    await isDue;
    return Response.json(createExpectedDayPage({ day: place.day, people: [] }));
  };
  start();
  await retryUntilPassing(() => expect(dayRequests()).toBe(1));
  for (let minute = 0; minute < 5; minute += 1) {
    vi.advanceTimersByTime(60_000);
    for (let read = 0; read < 20; read += 1) await readExpectedDay(place);
  }
  expect(dayRequests()).toBe(1);
  respond();
  await retryUntilPassing(async () => expect((await readExpectedDay(place))?.people).toEqual([]));
});

it('P11.42 the page sends an arrival as soon as it is marked', async () => {
  const respond = server.respond;
  // As the server does: a reading of changes has no people who did not change.
  server.respond = (path, request) =>
    path.endsWith('/expected-people') && dayRequests() > 1
      ? Response.json(createExpectedDayPage({ day: place.day, complete: false }))
      : respond(path, request);
  start();
  await retryUntilPassing(async () => expect(await readExpectedDay(place)).not.toBeNull());
  await markArrived(place, person);
  await retryUntilPassing(async () =>
    expect((await readExpectedDay(place))?.people[0]?.status.state).toBe('arrived'),
  );
});
