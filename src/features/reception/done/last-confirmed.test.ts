import '#tests/support/device/indexeddb.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA_ID,
  BRANCH_ID,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { readLastConfirmed, setLastConfirmed } from './last-confirmed.ts';

const CONFIRMED_NUMBER = '9999000017';
const MINUTE_MS = 60_000;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

/** These tests run first, because no registration must have been confirmed on this page yet. */
describe('P10.44 last registration after a reload', () => {
  it('the confirmation banner still shows a registration after all its items were delivered', async () => {
    expect(await readLastConfirmed(ANA_ID)).toBeNull();
    const entryId = await confirmNewEntry(CONFIRMED_NUMBER);
    expect(await readLastConfirmed(ANA_ID)).toMatchObject({ entryId, branchId: BRANCH_ID });
    await deliverNextItem();
    await deliverNextItem();
    await deliverNextItem();
    expect(await readLastConfirmed(ANA_ID)).toMatchObject({ entryId, branchId: BRANCH_ID });
  });

  it('the confirmation banner shows no registration that is older than ten minutes', async () => {
    await confirmNewEntry(CONFIRMED_NUMBER, { capturedAt: Date.now() - 11 * MINUTE_MS });
    expect(await readLastConfirmed(ANA_ID)).toBeNull();
  });

  it('the confirmation banner shows no registration of a colleague', async () => {
    const { summary } = confirmation(CONFIRMED_NUMBER);
    await confirmNewEntry(CONFIRMED_NUMBER, { summary: { ...summary, registeredBy: 'Bea' } });
    expect(await readLastConfirmed(ANA_ID)).toBeNull();
  });
});

it('P10.44 after a confirmation or dismissal on this page, the confirmation banner ignores a newer entry on the device', async () => {
  const corrected = await confirmNewEntry(CONFIRMED_NUMBER);
  await confirmNewEntry('9999000025');
  setLastConfirmed(ANA_ID, { entryId: corrected, branchId: BRANCH_ID });
  expect(await readLastConfirmed(ANA_ID)).toEqual({ entryId: corrected, branchId: BRANCH_ID });
  setLastConfirmed(ANA_ID, null);
  expect(await readLastConfirmed(ANA_ID)).toBeNull();
});
