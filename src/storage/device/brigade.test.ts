import { beforeEach, describe, expect, it } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import {
  ANA_ID,
  BEA_ID,
  BRANCH_ID,
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  EXPECTED_DAY as DAY,
  EXPECTED_LIST,
  createExpectedPeopleOnDevice,
} from '#tests/support/device/expected.ts';
import { signOutAccount } from '../account/accounts.ts';
import { cacheJson, isCached } from '../cache/cache.ts';
import { readExpectedDay, replaceExpectedDay } from '../cache/expected-day.ts';
import { recordArrival } from '../cache/expected-marks.ts';
import { db } from '../database/database.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import {
  countRegistrationsOnDevice,
  deletePreparedBrigade,
  listOfflineUsers,
  readMarksOnDevice,
  readPreparedBrigade,
  savePreparedBrigade,
  type PreparedBrigade,
} from './brigade.ts';

const BRIGADE: PreparedBrigade = {
  branchId: BRANCH_ID,
  listId: EXPECTED_LIST.id,
  place: 'Mina Norte',
  day: DAY,
};
const place = (ownerId: string, day = DAY) => ({ ownerId, branchId: BRANCH_ID, day });

const storeDay = (ownerId: string, day = DAY) =>
  replaceExpectedDay(
    place(ownerId, day),
    { lists: [EXPECTED_LIST], people: createExpectedPeopleOnDevice(2), cursor: 'c' },
    5,
  );
const cacheList = (ownerId: string, name: string) =>
  cacheJson(
    { ownerId, branchId: BRANCH_ID },
    { kind: 'list', name, evaluationId: null },
    {},
    { fetchedAt: 5, opened: false },
  );
const countRowsOf = (ownerId: string) => db.cache.where('ownerId').equals(ownerId).count();

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('prepared brigade', () => {
  it('P11.72 is stored, and an unreadable row counts as none', async () => {
    await savePreparedBrigade(BRIGADE);
    expect(await readPreparedBrigade()).toEqual(BRIGADE);
    await db.device.put({ id: 'brigade', ...BRIGADE, day: 'mañana' });
    expect(await readPreparedBrigade()).toBeNull();
  });

  it('P11.74 D4 keeps the people of its day and the texts of the branch after a sign-out, and nothing else', async () => {
    await savePreparedBrigade(BRIGADE);
    await storeDay(ANA_ID);
    await storeDay(ANA_ID, '2026-12-02');
    for (const name of ['exam-packages', 'decision-options', 'evaluations:open'])
      await cacheList(ANA_ID, name);
    await signOutAccount(1);
    expect(new Set((await db.cache.toArray()).map(({ key }) => key.split(`${BRANCH_ID}:`)[1]))).toEqual(
      new Set([`expected:${DAY}`, `expected:${DAY}:0`, 'list:decision-options', 'list:exam-packages']),
    );
    expect(await db.keys.count()).toBe(0);
    await signInOnDevice(ANA_ID);
    expect((await readExpectedDay(place(ANA_ID)))?.people).toHaveLength(2);
  });

  it('P11.74 D4 without a brigade, or with one of another branch, a sign-out deletes all people', async () => {
    await storeDay(ANA_ID);
    await signOutAccount(1);
    expect(await countRowsOf(ANA_ID)).toBe(0);
    await signInOnDevice(ANA_ID);
    await savePreparedBrigade({ ...BRIGADE, branchId: 'other' });
    await storeDay(ANA_ID);
    await signOutAccount(1);
    expect(await countRowsOf(ANA_ID)).toBe(0);
  });

  it('P11.74 its end deletes what it kept for users who are signed out, and nothing of the signed-in user', async () => {
    await savePreparedBrigade(BRIGADE);
    await storeDay(ANA_ID);
    await signInOnDevice(BEA_ID);
    await storeDay(BEA_ID);
    expect(await countRowsOf(ANA_ID)).toBe(2);
    await deletePreparedBrigade();
    expect(await countRowsOf(ANA_ID)).toBe(0);
    expect(await countRowsOf(BEA_ID)).toBe(2);
  });

  it('P11.74 another day deletes the people of the earlier one of users who are signed out', async () => {
    await savePreparedBrigade(BRIGADE);
    await storeDay(ANA_ID);
    await signInOnDevice(BEA_ID);
    await savePreparedBrigade({ ...BRIGADE, day: '2026-12-02' });
    expect(await isCached(place(ANA_ID), { kind: 'expected', name: DAY, evaluationId: null })).toBe(false);
  });

  it('P11.74 lists who can sign in without network, with the time of their people', async () => {
    await savePreparedBrigade(BRIGADE);
    await storeDay(ANA_ID);
    const copy = { origin: 'provider', salt: new Uint8Array(16), iterations: 1, wrapped: new ArrayBuffer(8) };
    const user = { ...copy, sealedFacts: new ArrayBuffer(8), wrong: 0, blockedUntil: 0 };
    await db.deviceKeys.bulkPut([
      { ...user, id: 'b', userId: BEA_ID, branchId: null },
      { ...user, id: 'a', userId: ANA_ID, branchId: BRANCH_ID },
    ] as never);
    expect(await listOfflineUsers(BRIGADE)).toEqual([
      { userId: ANA_ID, branchId: BRANCH_ID, peopleReadAt: 5 },
      { userId: BEA_ID, branchId: null, peopleReadAt: null },
    ]);
  });
});

describe('counts of the day', () => {
  const today = bogotaDay(Date.now());

  it('P11.75 counts the registrations of all users on the device once, without discarded ones and other days', async () => {
    const discarded = await confirmNewEntry('1');
    await discardOutboxEntry(ANA_ID, discarded, 1);
    await confirmNewEntry('2');
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    await confirmNewEntry('3', { capturedAt: Date.now() - 48 * 60 * 60_000 });
    await signInOnDevice(BEA_ID);
    await confirmNewEntry('4', { ownerId: BEA_ID });
    expect(await countRegistrationsOnDevice(today)).toBe(2);
  });

  it('P11.75 finds the people that any user marked, and counts the arrivals of all users that the server does not know', async () => {
    await recordArrival({ ...place(ANA_ID), personId: 'p1', at: 1 }, 1);
    await recordArrival({ ...place(BEA_ID), personId: 'p1', at: 2 }, 1);
    await recordArrival({ ...place(BEA_ID, '2026-12-02'), personId: 'p2', at: 2 }, 1);
    const marks = await readMarksOnDevice(DAY);
    expect([...marks.personIds]).toEqual(['p1']);
    expect(marks.unsentArrivals).toBe(2);
  });
});
