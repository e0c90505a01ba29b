import { beforeEach, describe, expect, it } from 'vitest';
import { REQUIRED_CATALOGS, replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { replaceExpectedDay } from '#storage/cache/expected-day.ts';
import { recordArrival } from '#storage/cache/expected-marks.ts';
import { recordClockOffsetMs } from '#storage/device/contact.ts';
import { saveRoom } from '#storage/device/room.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import {
  ANA_ID,
  BEA_ID,
  anaAccount,
  assignQueueLetters,
  BRANCH_ID,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  createExpectedPeopleOnDevice,
  createExpectedPersonOnDevice,
  EXPECTED_DAY,
  EXPECTED_LIST,
  EXPECTED_PLACE,
} from '#tests/support/device/expected.ts';
import { db } from '#storage/database/database.ts';
import { readBrigadeCounts } from './counts.ts';
import { readBrigadeReadiness } from './facts.ts';

const BRIGADE: PreparedBrigade = {
  branchId: BRANCH_ID,
  listId: EXPECTED_LIST.id,
  place: 'Mina Norte',
  day: EXPECTED_DAY,
};
const PAGE = { battery: null, isInstalled: true };
const readFacts = async () => (await readBrigadeReadiness(anaAccount, BRIGADE, PAGE)).facts;
const NOW = 1_000_000;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice();
});

describe('readBrigadeReadiness', () => {
  it('P11.73 an empty device lacks everything', async () => {
    expect(await readFacts()).toMatchObject({
      canSignInOffline: false,
      people: null,
      catalogsReadAt: null,
      hasAuthorisation: null,
      hasVisitAids: false,
      queueLetters: null,
      clockOffset: null,
      unsent: 0,
    });
  });

  it('P11.73 reads from the device what it has', async () => {
    for (const resource of REQUIRED_CATALOGS) await replaceCatalogCache(resource, [], [], NOW);
    await replaceExpectedDay(
      EXPECTED_PLACE,
      { lists: [EXPECTED_LIST], people: createExpectedPeopleOnDevice(3), cursor: 'c' },
      NOW,
    );
    await assignQueueLetters('B');
    await saveRoom('Consultorio 2');
    await confirmNewEntry('9999000017');
    expect(await readFacts()).toMatchObject({
      people: { count: 3, readAt: NOW },
      catalogsReadAt: NOW,
      queueLetters: 'B',
      room: 'Consultorio 2',
      // A server whose clock agrees is not stored.
      clockOffset: 0,
      unsent: 1,
    });
    await recordClockOffsetMs(300_000, NOW);
    expect((await readFacts()).clockOffset).toBe(300_000);
  });
});

describe('readBrigadeCounts', () => {
  it("P11.75 counts the list's people without cancelled ones and other lists, and arrivals of server and device", async () => {
    const at = '2026-12-01T12:00:00Z';
    const people = [
      createExpectedPersonOnDevice(1),
      createExpectedPersonOnDevice(2),
      createExpectedPersonOnDevice(3, { status: { state: 'arrived', at, by: 'Ana' } }),
      createExpectedPersonOnDevice(4, { status: { state: 'cancelled', at, by: 'Ana' } }),
      createExpectedPersonOnDevice(5, { list_id: 'other' }),
    ];
    await replaceExpectedDay(EXPECTED_PLACE, { lists: [EXPECTED_LIST], people, cursor: 'c' }, NOW);
    await recordArrival({ ...EXPECTED_PLACE, personId: people[0]?.id ?? '', at: NOW }, 1);
    expect(await readBrigadeCounts(ANA_ID, BRIGADE)).toEqual({
      people: 3,
      arrived: 2,
      registeredHere: 0,
      unsent: 0,
      unsentOfOthers: 0,
      attention: 0,
      unsentArrivals: 1,
    });
  });

  it('P11.76 counts the unsent entries of other users apart', async () => {
    await confirmNewEntry('9999000017');
    expect(await readBrigadeCounts(ANA_ID, BRIGADE)).toMatchObject({ unsent: 1, unsentOfOthers: 0 });
    await db.entries.toCollection().modify({ ownerId: BEA_ID });
    expect(await readBrigadeCounts(ANA_ID, BRIGADE)).toMatchObject({ unsent: 1, unsentOfOthers: 1 });
  });

  it('P11.75 shows the counts of the device also without the people', async () => {
    expect(await readBrigadeCounts(ANA_ID, BRIGADE)).toMatchObject({ people: null, arrived: 0 });
  });
});
