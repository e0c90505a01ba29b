import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  EXPECTED_DAY_PAGE_SIZE,
  EXPECTED_DAY_PEOPLE_MAX,
  type ExpectedDay,
} from '#contract/records/evaluation/expected-day.ts';
import { readExpectedDay } from '#storage/cache/expected-day.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  EXPECTED_DAY,
  EXPECTED_PLACE,
  createExpectedDayPage,
  createExpectedPeopleOnDevice,
  createExpectedPersonOnDevice,
} from '#tests/support/device/expected.ts';
import { createErrorResponse, stubServer } from '#tests/support/device/servers/session-server.ts';
import { MAX_PAGES, refreshExpectedDay } from './day.ts';

const person = (number: number) => createExpectedPersonOnDevice(number);
const readStored = () => readExpectedDay(EXPECTED_PLACE);

let pages: ExpectedDay[] = [];
let dayQueries: string[] = [];
beforeEach(async () => {
  [pages, dayQueries] = [[], []];
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, run: (lock: object) => Promise<unknown>) => run({}) },
  });
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  stubServer((path, request) => {
    if (!path.endsWith('/expected-people')) return createErrorResponse(404, 'not_found');
    dayQueries.push(new URL(request.url).search);
    return Response.json(pages.shift());
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('P11.80 bounds of a stored day', () => {
  it('P11.80 reads the whole day if the changes have more pages than the maximum', async () => {
    const changes = Array.from({ length: MAX_PAGES }, (_none, nth) =>
      createExpectedDayPage({ complete: false, people: [person(2)], next: `n${nth}`, cursor: 'c2' }),
    );
    pages = [
      createExpectedDayPage({ people: [person(1)] }),
      ...changes,
      createExpectedDayPage({ people: [person(3)], cursor: 'c3' }),
    ];
    await refreshExpectedDay(EXPECTED_DAY);
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('refreshed');
    expect(dayQueries.at(-1)).toBe(`?day=${EXPECTED_DAY}`);
    expect(await readStored()).toMatchObject({ cursor: 'c3', people: [{ id: person(3).id }] });
  });

  it('P11.80 gives up a whole day that has more pages than the maximum', async () => {
    pages = Array.from({ length: MAX_PAGES + 1 }, (_none, nth) => createExpectedDayPage({ next: `n${nth}` }));
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('broken_off');
    expect(dayQueries).toHaveLength(MAX_PAGES);
  });

  it('P11.80 stores a whole day with more people than its limit, because cancelled ones came', async () => {
    const people = createExpectedPeopleOnDevice(EXPECTED_DAY_PEOPLE_MAX + 1);
    const starts = people.flatMap((_one, nth) => (nth % EXPECTED_DAY_PAGE_SIZE === 0 ? [nth] : []));
    pages = starts.map((from) => {
      const end = from + EXPECTED_DAY_PAGE_SIZE;
      return createExpectedDayPage({
        people: people.slice(from, end),
        next: end < people.length ? `n${from}` : null,
      });
    });
    expect(await refreshExpectedDay(EXPECTED_DAY)).toBe('refreshed');
    const stored = await readStored();
    expect([stored?.people.length, stored?.cursor]).toEqual([EXPECTED_DAY_PEOPLE_MAX + 1, 'c1']);
  });
});
