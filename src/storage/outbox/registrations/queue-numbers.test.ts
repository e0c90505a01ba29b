import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  startBackupOnEmptyDevice,
  wipeAfterBackupsAndSignIn,
} from '#tests/support/device/servers/backups.ts';
import {
  listAllReceipts,
  ANA_ID,
  enqueueSampleAttachment,
  BEA_ID,
  BRANCH_ID,
  captureAndConfirm,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  draftContent,
  assignQueueLetters,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  TRANSFER_CODE,
  openRescueFileWithCode,
  openHandoverWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';
import { alterNextInsertion } from '#tests/support/device/unfaithful-rows.ts';
import { signOutAccount } from '../../account/accounts.ts';
import { restoreAndRefreshBackups } from '../../backup/restore.ts';
import { db } from '../../database/database.ts';
import {
  ensureQueueNumberCounter,
  storeQueueNumberReportResult,
  readQueueNumberCounter,
} from '../../device/queue-numbers.ts';
import { saveDraftContent, saveDraftPicture } from '../../drafts/drafts.ts';
import { packAndStoreHandover, listHandovers } from '../../transfers/transfers.ts';
import { enqueueConfirmation } from './enqueue.ts';
import { openCorrection } from './open-correction.ts';
import { listEntries, readQueuedRegistration } from '../entries.ts';
import { outboxStore } from '../sending/outbox-store.ts';

const OTHER_BRANCH_ID = '44444444-4444-4444-8444-444444444444';
const queueNumberOf = async (entryId: string, ownerId = ANA_ID) =>
  (await readQueuedRegistration(ownerId, entryId))?.turn;
const confirmAndReadQueueNumber = async (number: string, patch = {}) =>
  queueNumberOf(await confirmNewEntry(number, patch));
const readLastQueueNumber = async (branchId = BRANCH_ID) => (await readQueueNumberCounter(branchId))?.last;

beforeEach(startBackupOnEmptyDevice);
afterEach(() => vi.restoreAllMocks());

describe('S28 P10.45 queue number of a confirmation', () => {
  it('each confirmation assigns the next queue number in its transaction', async () => {
    await assignQueueLetters('B');
    expect([
      await confirmAndReadQueueNumber('1'),
      await confirmAndReadQueueNumber('2'),
      await confirmAndReadQueueNumber('3'),
    ]).toEqual(['B-1', 'B-2', 'B-3']);
  });

  it('two users who confirm at the same time get different queue numbers', async () => {
    await assignQueueLetters('B');
    await signInOnDevice(BEA_ID);
    const keysOfBea = await db.keys.get(BEA_ID);
    await signInOnDevice(ANA_ID);
    if (keysOfBea) await db.keys.put(keysOfBea);
    await Promise.all([captureAndConfirm('1'), captureAndConfirm('2', { ownerId: BEA_ID })]);
    const rows = await db.entries.toArray();
    expect(new Set(rows.map(({ turn }) => turn))).toEqual(new Set(['B-1', 'B-2']));
  });

  it('a device to which the server assigned no letters assigns and counts no queue numbers', async () => {
    expect(await confirmAndReadQueueNumber('1')).toBeNull();
    await ensureQueueNumberCounter(BRANCH_ID);
    expect(await confirmAndReadQueueNumber('2')).toBeNull();
    expect(await readLastQueueNumber()).toBe(0);
  });

  it('a failed confirmation does not use up a queue number', async () => {
    await assignQueueLetters('B');
    await confirmNewEntry('1');
    vi.spyOn(db.patients, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await expect(captureAndConfirm('2')).rejects.toMatchObject({ kind: 'full' });
    vi.restoreAllMocks();
    expect(await readLastQueueNumber()).toBe(1);
    expect(await db.entries.count()).toBe(1);
  });

  it('the queue number of an entry that failed its read-back is never assigned again', async () => {
    await assignQueueLetters('B');
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(500));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(500, 'image/png'));
    alterNextInsertion((rows) => rows.slice(1));
    expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'unverified' });
    expect(await confirmAndReadQueueNumber('2')).toBe('B-2');
  });

  it('the device counts queue numbers separately for each branch', async () => {
    await assignQueueLetters('B');
    await assignQueueLetters('F', OTHER_BRANCH_ID);
    expect(await confirmAndReadQueueNumber('1')).toBe('B-1');
    expect(await confirmAndReadQueueNumber('2', { branchId: OTHER_BRANCH_ID })).toBe('F-1');
    expect(await confirmAndReadQueueNumber('3')).toBe('B-2');
  });

  it('the device assigns no queue number to an attachment', async () => {
    await assignQueueLetters('B');
    await enqueueSampleAttachment();
    expect((await listEntries(ANA_ID, { limit: 9 })).map(({ turn }) => turn)).toEqual([null]);
    expect(await readLastQueueNumber()).toBe(0);
  });
});

describe('S28 P10.46 queue number counter across users, clock changes and data loss', () => {
  it.each(['2019-01-01T12:00:00Z', '2099-01-01T12:00:00Z'])(
    'the counter of queue numbers does not start a new day when the clock is at %s',
    async (wrong) => {
      await assignQueueLetters('B', BRANCH_ID, '2026-11-23');
      await confirmNewEntry('1');
      vi.spyOn(Date, 'now').mockReturnValue(Date.parse(wrong));
      const capturedAt = Date.now();
      expect(await confirmAndReadQueueNumber('2', { capturedAt })).toBe('B-2');
      vi.restoreAllMocks();
      expect(await confirmAndReadQueueNumber('3')).toBe('B-3');
    },
  );

  it('the counter of queue numbers continues when another user signs in on the same day', async () => {
    await assignQueueLetters('B');
    await confirmNewEntry('1');
    await signOutAccount(Date.now());
    await signInOnDevice(BEA_ID);
    expect(await queueNumberOf(await confirmNewEntry('2', { ownerId: BEA_ID }), BEA_ID)).toBe('B-2');
    await signOutAccount(Date.now());
    await signInOnDevice(ANA_ID);
    expect(await confirmAndReadQueueNumber('3')).toBe('B-3');
  });

  it('after the loss of the database the entries keep their queue numbers, and the device assigns none until it has a new counter', async () => {
    await assignQueueLetters('B');
    const entryId = await confirmNewEntry('1');
    const before = (await readQueueNumberCounter(BRANCH_ID))?.counterId;
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await queueNumberOf(entryId)).toBe('B-1');
    expect(await readQueueNumberCounter(BRANCH_ID)).toBeNull();
    expect(await confirmAndReadQueueNumber('2')).toBeNull();
    expect((await ensureQueueNumberCounter(BRANCH_ID)).counterId).not.toBe(before);
  });

  it.each([{ last: -1 }, { last: 10_000 }, { last: '3' }, { letters: 'b' }, { counterId: 'x' }])(
    'when the stored counter of queue numbers is invalid (%j), the device assigns no number until it has a new counter',
    async (damage) => {
      await assignQueueLetters('B');
      const kept = await ensureQueueNumberCounter(BRANCH_ID);
      await db.device.put({ ...kept, ...(damage as object) });
      expect(await readQueueNumberCounter(BRANCH_ID)).toBeNull();
      expect(await confirmAndReadQueueNumber('1')).toBeNull();
      expect(await ensureQueueNumberCounter(BRANCH_ID)).toMatchObject({ letters: null, last: 0 });
    },
  );

  it('a queue number assigned while a report is in flight is not marked as reported', async () => {
    await assignQueueLetters('B');
    const asked = await ensureQueueNumberCounter(BRANCH_ID);
    await confirmNewEntry('1');
    await storeQueueNumberReportResult(asked, { letters: 'B', today: '2026-11-24' });
    expect(await readQueueNumberCounter(BRANCH_ID)).toMatchObject({ last: 1, told: 0, day: '2026-11-24' });
  });

  it('the device ignores the response to a report about an earlier counter of queue numbers', async () => {
    await assignQueueLetters('B');
    const asked = await ensureQueueNumberCounter(BRANCH_ID);
    await wipeDevice();
    await ensureQueueNumberCounter(BRANCH_ID);
    await storeQueueNumberReportResult(asked, { letters: 'B', today: '2026-11-23' });
    expect(await readQueueNumberCounter(BRANCH_ID)).toMatchObject({ letters: null, last: 0 });
  });

  it('two windows that create the counter of queue numbers at the same time use one counter', async () => {
    const [one, other] = await Promise.all([
      ensureQueueNumberCounter(BRANCH_ID),
      ensureQueueNumberCounter(BRANCH_ID),
    ]);
    expect(other.counterId).toBe(one.counterId);
  });
});

describe('S28 P10.47 queue number of an entry', () => {
  it('a corrected registration keeps its queue number', async () => {
    await assignQueueLetters('B');
    const entryId = await confirmNewEntry('9999000017');
    await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    await captureAndConfirm('9999000025', { correcting: entryId });
    expect(await queueNumberOf(entryId)).toBe('B-1');
    expect(await confirmAndReadQueueNumber('3')).toBe('B-2');
  });

  it('the receipt of a delivered entry contains its queue number', async () => {
    await assignQueueLetters('B');
    await confirmNewEntry('1');
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    expect((await listAllReceipts()).map(({ turn }) => turn)).toEqual(['B-1']);
  });

  it('a handover keeps the queue number in the entry and in the former owner’s receipt', async () => {
    await assignQueueLetters('B');
    const entryId = await confirmNewEntry('1');
    await packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress);
    await signInOnDevice(BEA_ID);
    const [transfer] = await listHandovers();
    await receiveOpenTransfer(await openHandoverWithCode(transfer?.id ?? ''));
    expect(await queueNumberOf(entryId, BEA_ID)).toBe('B-1');
    await signInOnDevice(ANA_ID);
    expect((await listAllReceipts()).map(({ turn }) => turn)).toEqual(['B-1']);
  });

  it('an entry received from a rescue file keeps its queue number on a tablet with another counter', async () => {
    await assignQueueLetters('B');
    const entryId = await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(ANA_ID);
    await assignQueueLetters('C');
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    expect(await queueNumberOf(entryId)).toBe('B-1');
    expect(await confirmAndReadQueueNumber('2')).toBe('C-1');
  });

  it('the outbox list does not show an invalid queue number', async () => {
    const entryId = await confirmNewEntry('1');
    await db.entries.update(entryId, { turn: '<b>1</b>' });
    expect(await queueNumberOf(entryId)).toBeNull();
  });
});

describe('S28 P10.240 queue number in a request', () => {
  it('the request sent after a correction contains the queue number', async () => {
    await assignQueueLetters('B');
    const entryId = await confirmNewEntry('9999000017');
    await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    await captureAndConfirm('9999000025', { correcting: entryId });
    expect((await claimDueItem()).turn).toBe('B-1');
  });

  it('the request sent after a handover contains the queue number', async () => {
    await assignQueueLetters('B');
    await confirmNewEntry('1');
    await packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress);
    await signInOnDevice(BEA_ID);
    const [transfer] = await listHandovers();
    await receiveOpenTransfer(await openHandoverWithCode(transfer?.id ?? ''));
    expect((await outboxStore.claimNext(BEA_ID, Date.now()))?.turn).toBe('B-1');
  });

  it('requests of entries from a rescue file or an outbox backup contain the queue number', async () => {
    await assignQueueLetters('B');
    await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect((await claimDueItem()).turn).toBe('B-1');
    await wipeDevice();
    await signInOnDevice(ANA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    expect((await claimDueItem()).turn).toBe('B-1');
  });

  it('a request contains no queue number when the entry has none or an invalid one', async () => {
    const entryId = await confirmNewEntry('1');
    await db.entries.update(entryId, { turn: 'B-0' });
    await confirmNewEntry('2');
    expect([(await claimDueItem()).turn, (await claimDueItem()).turn]).toEqual([null, null]);
  });
});
