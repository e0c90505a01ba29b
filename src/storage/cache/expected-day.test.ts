import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { ANA_ID, BEA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  EXPECTED_DAY,
  EXPECTED_LIST,
  EXPECTED_PLACE,
  createExpectedPeopleOnDevice,
  createExpectedPersonOnDevice,
} from '#tests/support/device/expected.ts';
import { signOutAccount } from '../account/accounts.ts';
import { evictOldestData } from '../retention/release.ts';
import { db } from '../database/database.ts';
import { hasCachedKind } from './cache.ts';
import {
  countExpectedByState,
  deletePastExpectedDays,
  readExpectedDay,
  replaceExpectedDay,
  updateExpectedDay,
} from './expected-day.ts';

const lists = [EXPECTED_LIST];
const storePeople = (count: number) =>
  replaceExpectedDay(
    EXPECTED_PLACE,
    { lists, people: createExpectedPeopleOnDevice(count), cursor: 'c1' },
    1_000,
  );
const readPeople = async () => (await readExpectedDay(EXPECTED_PLACE))?.people ?? [];
const readRevisions = async () =>
  new Map((await db.cache.toArray()).map(({ key, revision }) => [key, revision]));

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('P11.37 expected people of a day on the device', () => {
  it('the device returns the people, lists and cursor of the day, encrypted in rows of 500 people', async () => {
    await storePeople(1_001);
    expect(await db.cache.count()).toBe(4);
    const open = JSON.stringify(await db.cache.toArray());
    expect(open).not.toContain('Zoraida');
    const stored = await readExpectedDay(EXPECTED_PLACE);
    expect(stored).toMatchObject({ day: EXPECTED_DAY, lists, cursor: 'c1', fetchedAt: 1_000 });
    expect(stored?.people).toEqual(createExpectedPeopleOnDevice(1_001));
    expect(await readExpectedDay({ ...EXPECTED_PLACE, day: '2026-12-02' })).toBeNull();
    expect(await readExpectedDay({ ...EXPECTED_PLACE, branchId: BEA_ID })).toBeNull();
  });

  it('a change writes only the row of the person, and adds a new person to the last row', async () => {
    await storePeople(1_001);
    const before = await readRevisions();
    const changed = createExpectedPersonOnDevice(3, { hour: '07:30', revision: 2 });
    const added = createExpectedPersonOnDevice(5_000);
    await updateExpectedDay(EXPECTED_PLACE, { people: [changed, added], lists, cursor: 'c2' }, 2_000);
    const after = await readRevisions();
    const written = [...after].flatMap(([key, revision]) =>
      before.get(key) === revision ? [] : [key.split(':expected:')[1]],
    );
    expect(new Set(written)).toEqual(new Set([EXPECTED_DAY, `${EXPECTED_DAY}:0`, `${EXPECTED_DAY}:2`]));
    const stored = await readExpectedDay(EXPECTED_PLACE);
    expect(stored).toMatchObject({ cursor: 'c2', fetchedAt: 2_000 });
    expect(stored?.people).toHaveLength(1_002);
    expect(stored?.people[3]).toEqual(changed);
    expect(stored?.people.at(-1)).toEqual(added);
  });

  it('a response with an older revision does not replace a newer state', async () => {
    await storePeople(3);
    const arrived = createExpectedPersonOnDevice(1, {
      revision: 3,
      status: { state: 'arrived', at: '2026-12-01T12:00:00.000Z', by: 'Ana' },
    });
    await updateExpectedDay(EXPECTED_PLACE, { people: [arrived] });
    await updateExpectedDay(EXPECTED_PLACE, { people: [createExpectedPersonOnDevice(1, { revision: 2 })] });
    expect((await readPeople())[1]).toEqual(arrived);
    expect(await countExpectedByState(EXPECTED_PLACE)).toMatchObject({ expected: 2, arrived: 1 });
  });

  it('P11.42 two changes at the same time are both stored', async () => {
    await storePeople(3);
    await Promise.all(
      [7, 8].map((number) =>
        updateExpectedDay(EXPECTED_PLACE, { people: [createExpectedPersonOnDevice(number)] }),
      ),
    );
    expect(await readPeople()).toHaveLength(5);
  });

  it('an unchanged day returns the same list of people, so that its index stays', async () => {
    await storePeople(3);
    const before = await readPeople();
    await updateExpectedDay(EXPECTED_PLACE, { people: [], lists, cursor: 'c2' }, 2_000);
    expect(await readPeople()).toBe(before);
  });

  it('a person that this version cannot read hides no other one, and the whole day is requested', async () => {
    const [first, second, third] = createExpectedPeopleOnDevice(3);
    const unreadable = { ...second, status: { state: 'delayed' } };
    const people = [first, unreadable, third] as ExpectedPerson[];
    await replaceExpectedDay(EXPECTED_PLACE, { lists, people, cursor: 'c1' }, 1_000);
    expect(await readExpectedDay(EXPECTED_PLACE)).toMatchObject({ people: [first, third], cursor: null });
    await updateExpectedDay(EXPECTED_PLACE, { people: [createExpectedPersonOnDevice(4)] });
    const stored = await readExpectedDay(EXPECTED_PLACE);
    expect(stored?.people).toHaveLength(3);
    expect(stored?.cursor).toBeNull();
  });

  it('the device requests the whole day again when a row was deleted for lack of space', async () => {
    await storePeople(1_200);
    await evictOldestData('cache');
    const stored = await readExpectedDay(EXPECTED_PLACE);
    expect(stored === null || stored.cursor === null).toBe(true);
    await storePeople(2);
    expect(await readPeople()).toHaveLength(2);
    expect(await db.cache.count()).toBe(2);
  });
});

describe('P11.37 search for expected people at reception', () => {
  afterEach(() => vi.restoreAllMocks());

  it('the device states whether a branch has expected people without reading their rows', async () => {
    await storePeople(1);
    const reads = [
      vi.spyOn(IDBIndex.prototype, 'openCursor'),
      vi.spyOn(IDBObjectStore.prototype, 'openCursor'),
      vi.spyOn(IDBObjectStore.prototype, 'getAll'),
    ];
    expect(await hasCachedKind(EXPECTED_PLACE, 'expected')).toBe(true);
    expect(await hasCachedKind(EXPECTED_PLACE, 'list')).toBe(false);
    expect(await hasCachedKind({ ...EXPECTED_PLACE, branchId: BEA_ID }, 'expected')).toBe(false);
    expect(await hasCachedKind({ ...EXPECTED_PLACE, ownerId: BEA_ID }, 'expected')).toBe(false);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
  });
});

describe('P11.38 end of the day on the device', () => {
  it('the people of past days are deleted for all users, except of a day for which marks wait', async () => {
    for (const day of ['2026-11-29', '2026-11-30', EXPECTED_DAY])
      await replaceExpectedDay(
        { ...EXPECTED_PLACE, day },
        { lists, people: createExpectedPeopleOnDevice(1), cursor: 'c' },
        1,
      );
    // Another user of the tablet left without signing out.
    const ofBea = (await db.cache.toArray())
      .filter(({ key }) => key.includes('2026-11-29'))
      .map((row) => ({ ...row, key: row.key.replace(ANA_ID, BEA_ID), ownerId: BEA_ID }));
    await db.cache.bulkAdd(ofBea);
    await deletePastExpectedDays(EXPECTED_DAY, new Set(['2026-11-30']));
    const days = (await db.cache.toArray()).map(({ key }) => key.split(':expected:')[1]);
    expect(new Set(days)).toEqual(new Set(['2026-11-30', '2026-11-30:0', EXPECTED_DAY, `${EXPECTED_DAY}:0`]));
  });

  it('D4 the people are deleted at sign-out, and a response after it leaves nothing', async () => {
    await storePeople(1);
    await signOutAccount(1);
    expect(await db.cache.count()).toBe(0);
    await expect(storePeople(1)).rejects.toMatchObject({ kind: 'locked' });
    expect(await db.cache.count()).toBe(0);
  });
});
