import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expireSession } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { recordServerContact } from '#storage/device/contact.ts';
import { eventually } from '#tests/support/base/eventually.ts';
import { ANA, BRANCH, assignQueueLetters, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { branchWithoutQueueLetters } from './queue-letters.ts';

const OTHER_BRANCH_ID = '44444444-4444-4444-8444-444444444444';
let seenBranches: (string | null)[] = [];
let stop = () => undefined as void;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
  seenBranches = [];
  const subscription = liveQuery(branchWithoutQueueLetters).subscribe((value) => seenBranches.push(value));
  stop = () => subscription.unsubscribe();
});
afterEach(() => stop());

const waitForBranch = (branchId: string | null) =>
  eventually(() => expect(seenBranches.at(-1)).toBe(branchId));

it('S28 P10.48 branchWithoutQueueLetters returns the active branch while its queue letters are missing and can be requested, otherwise null', async () => {
  await waitForBranch(BRANCH);
  await recordServerContact({ reached: false, cause: 'no_answer' }, Date.now(), 0);
  await waitForBranch(null);
  await recordServerContact({ reached: true }, Date.now(), 0);
  await waitForBranch(BRANCH);
  await assignQueueLetters('B');
  await waitForBranch(null);
  await db.accounts.update('current', { branchId: OTHER_BRANCH_ID });
  await waitForBranch(OTHER_BRANCH_ID);
  await expireSession(ANA);
  await waitForBranch(null);
});
