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
import { readLastConfirmed, saveLastConfirmed } from './last-confirmed.ts';

const NUMBER = '9999000017';
const MINUTE_MS = 60_000;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

/** These tests run first, because no registration must have been confirmed on this page yet. */
describe('P10.44 last registration after a reload', () => {
  it('the confirmation banner shows a registration after all its items were delivered', async () => {
    expect(await readLastConfirmed(ANA)).toBeNull();
    const entryId = await confirmedEntry(NUMBER);
    expect(await readLastConfirmed(ANA)).toMatchObject({ entryId, branchId: BRANCH });
    await deliverNext();
    await deliverNext();
    await deliverNext();
    expect(await readLastConfirmed(ANA)).toMatchObject({ entryId, branchId: BRANCH });
  });

  it('the confirmation banner shows no registration that is older than ten minutes', async () => {
    await confirmedEntry(NUMBER, { capturedAt: Date.now() - 11 * MINUTE_MS });
    expect(await readLastConfirmed(ANA)).toBeNull();
  });

  it('the confirmation banner shows no registration of a colleague', async () => {
    const { summary } = confirmation(NUMBER);
    await confirmedEntry(NUMBER, { summary: { ...summary, registeredBy: 'Bea' } });
    expect(await readLastConfirmed(ANA)).toBeNull();
  });
});

it('P10.44 after a confirmation or dismissal on this page, the confirmation banner ignores a newer entry on the device', async () => {
  const corrected = await confirmedEntry(NUMBER);
  await confirmedEntry('9999000025');
  saveLastConfirmed(ANA, { entryId: corrected, branchId: BRANCH });
  expect(await readLastConfirmed(ANA)).toEqual({ entryId: corrected, branchId: BRANCH });
  saveLastConfirmed(ANA, null);
  expect(await readLastConfirmed(ANA)).toBeNull();
});
