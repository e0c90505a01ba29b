import '#tests/support/device/jsdom-device.ts';
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

/** These tests come first, because the page has confirmed nothing yet. */
describe('P10.44 last registration after a reload', () => {
  it('comes from the device, even when all its items have been delivered', async () => {
    expect(await lastConfirmed(ANA)).toBeNull();
    const entryId = await confirmedEntry(NUMBER);
    expect(await lastConfirmed(ANA)).toMatchObject({ entryId, branchId: BRANCH });
    await deliverNext();
    await deliverNext();
    await deliverNext();
    expect(await lastConfirmed(ANA)).toMatchObject({ entryId, branchId: BRANCH });
  });

  it('is not one confirmed more than ten minutes ago', async () => {
    await confirmedEntry(NUMBER, { capturedAt: Date.now() - 11 * MINUTE });
    expect(await lastConfirmed(ANA)).toBeNull();
  });

  it('is not one that a colleague handed over', async () => {
    const { summary } = confirmation(NUMBER);
    await confirmedEntry(NUMBER, { summary: { ...summary, registeredBy: 'Bea' } });
    expect(await lastConfirmed(ANA)).toBeNull();
  });
});

it('P10.44 prefers the registration that this page confirmed or dismissed', async () => {
  const corrected = await confirmedEntry(NUMBER);
  await confirmedEntry('9999000025');
  noteConfirmed(ANA, { entryId: corrected, branchId: BRANCH });
  expect(await lastConfirmed(ANA)).toEqual({ entryId: corrected, branchId: BRANCH });
  noteConfirmed(ANA, null);
  expect(await lastConfirmed(ANA)).toBeNull();
});
