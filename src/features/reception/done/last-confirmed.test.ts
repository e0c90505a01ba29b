import '#tests/support/device/indexeddb.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  BRANCH,
  confirmation,
  confirmedEntry,
  deliverNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { lastConfirmed, noteConfirmed } from './last-confirmed.ts';

const NUMBER = '9999000017';
const MINUTE = 60_000;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

/** The page knows of nobody yet: these come first. */
describe('P10.44 after a reload', () => {
  it('the device says who was registered last, also when all of it has arrived', async () => {
    expect(await lastConfirmed(ANA)).toBeNull();
    const entryId = await confirmedEntry(NUMBER);
    expect(await lastConfirmed(ANA)).toMatchObject({ entryId, branchId: BRANCH });
    await deliverNext();
    await deliverNext();
    await deliverNext();
    expect(await lastConfirmed(ANA)).toMatchObject({ entryId, branchId: BRANCH });
  });

  it('a registration of long ago raises no warning', async () => {
    await confirmedEntry(NUMBER, { capturedAt: Date.now() - 11 * MINUTE });
    expect(await lastConfirmed(ANA)).toBeNull();
  });

  it('what a colleague handed over was confirmed elsewhere', async () => {
    const { summary } = confirmation(NUMBER);
    await confirmedEntry(NUMBER, { summary: { ...summary, registeredBy: 'Bea' } });
    expect(await lastConfirmed(ANA)).toBeNull();
  });
});

it('P10.44 what this page confirmed or put away goes before', async () => {
  const corrected = await confirmedEntry(NUMBER);
  await confirmedEntry('9999000025');
  noteConfirmed(ANA, { entryId: corrected, branchId: BRANCH });
  expect(await lastConfirmed(ANA)).toEqual({ entryId: corrected, branchId: BRANCH });
  noteConfirmed(ANA, null);
  expect(await lastConfirmed(ANA)).toBeNull();
});
