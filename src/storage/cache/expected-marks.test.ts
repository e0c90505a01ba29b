import { beforeEach, describe, expect, it } from 'vitest';
import { ANA_ID, BEA_ID, confirmNewEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { EXPECTED_PLACE } from '#tests/support/device/expected.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import {
  listUnsentArrivals,
  readExpectedMarks,
  recordArrival,
  recordExpectedRegistration,
} from './expected-marks.ts';

const personOf = (personId: string, ownerId = ANA_ID) => ({ ...EXPECTED_PLACE, ownerId, personId, at: 1 });
const readShown = async () =>
  [...(await readExpectedMarks()).values()].map(({ personId, mark }) => `${personId} ${mark}`);

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('P11.42 marks of several users of a device', () => {
  it('the marks of all users are read, and a registration counts more than an arrival', async () => {
    await recordExpectedRegistration(await confirmNewEntry('1'), personOf('a'));
    await recordArrival(personOf('a', BEA_ID), 1);
    await recordArrival(personOf('b', BEA_ID), 1);
    expect((await readShown()).toSorted()).toEqual(['a registered', 'b arrived']);
  });

  it('a registration replaces the arrival that another user marked', async () => {
    await recordArrival(personOf('a', BEA_ID), 1);
    await recordExpectedRegistration(await confirmNewEntry('1'), personOf('a'));
    expect(await listUnsentArrivals()).toEqual([]);
  });
});

describe('P11.43 mark of a registration', () => {
  it('a discarded registration leaves no mark, and the person can arrive again', async () => {
    const entryId = await confirmNewEntry('1');
    await recordExpectedRegistration(entryId, personOf('a'));
    await discardOutboxEntry(ANA_ID, entryId, 1);
    expect(await readShown()).toEqual([]);
    await recordArrival(personOf('a'), 1);
    expect(await readShown()).toEqual(['a arrived']);
  });

  it('a corrected registration marks only the person of its new content', async () => {
    const entryId = await confirmNewEntry('1');
    await recordExpectedRegistration(entryId, personOf('a'));
    await recordExpectedRegistration(entryId, personOf('b'));
    expect(await readShown()).toEqual(['b registered']);
    await recordExpectedRegistration(entryId, null);
    expect(await readShown()).toEqual([]);
  });
});
