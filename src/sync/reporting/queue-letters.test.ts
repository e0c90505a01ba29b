import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expireSession } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { recordServerContact } from '#storage/device/contact.ts';
import { eventually } from '#tests/support/base/eventually.ts';
import { ANA, BRANCH, assignQueueLetters, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { branchWithoutQueueLetters } from './queue-letters.ts';

const ELSEWHERE = '44444444-4444-4444-8444-444444444444';
let seen: (string | null)[] = [];
let stop = () => undefined as void;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
  seen = [];
  const subscription = liveQuery(branchWithoutQueueLetters).subscribe((value) => seen.push(value));
  stop = () => subscription.unsubscribe();
});
afterEach(() => stop());

const comes = (branchId: string | null) => eventually(() => expect(seen.at(-1)).toBe(branchId));

it('S28 P10.48 the active branch is returned while its queue letters are missing and can be requested, otherwise null', async () => {
  await comes(BRANCH);
  await recordServerContact({ reached: false, cause: 'no_answer' }, Date.now(), 0);
  await comes(null);
  await recordServerContact({ reached: true }, Date.now(), 0);
  await comes(BRANCH);
  await assignQueueLetters('B');
  await comes(null);
  await db.accounts.update('current', { branchId: ELSEWHERE });
  await comes(ELSEWHERE);
  await expireSession(ANA);
  await comes(null);
});
