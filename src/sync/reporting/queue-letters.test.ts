import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expireSession } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import {
  ANA_ID,
  BRANCH_ID,
  assignQueueLetters,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { findBranchWithoutQueueLetters } from './queue-letters.ts';

const OTHER_BRANCH_ID = '44444444-4444-4444-8444-444444444444';
let emittedBranches: (string | null)[] = [];
let stopObserving = () => undefined as void;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  emittedBranches = [];
  const subscription = liveQuery(findBranchWithoutQueueLetters).subscribe((value) =>
    emittedBranches.push(value),
  );
  stopObserving = () => subscription.unsubscribe();
});
afterEach(() => stopObserving());

const waitForBranch = (branchId: string | null) =>
  retryUntilPassing(() => expect(emittedBranches.at(-1)).toBe(branchId));

it('S28 P10.48 findBranchWithoutQueueLetters returns the active branch while its queue letters are missing and can be requested, otherwise null', async () => {
  await waitForBranch(BRANCH_ID);
  await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
  await waitForBranch(null);
  await updateConnectionState({ reached: true }, Date.now(), 0);
  await waitForBranch(BRANCH_ID);
  await assignQueueLetters('B');
  await waitForBranch(null);
  await db.accounts.update('current', { branchId: OTHER_BRANCH_ID });
  await waitForBranch(OTHER_BRANCH_ID);
  await expireSession(ANA_ID);
  await waitForBranch(null);
});
