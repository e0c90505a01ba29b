import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  REMOTE_EVALUATION_ID,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { typeAndConfirmCorrection } from '#tests/support/device/corrections.ts';
import {
  startBackupOnEmptyDevice,
  wipeAfterBackupsAndSignIn,
} from '#tests/support/device/servers/backups.ts';
import {
  TRANSFER_CODE,
  openRescueFileWithCode,
  openHandoverWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';
import { waitForBackups } from '../backup/follow.ts';
import { restoreAndRefreshBackups } from '../backup/restore.ts';
import { db } from '../database/database.ts';
import { countUnsentOfUser } from '../device/unsent.ts';
import { readRegistrationReceipt } from '../outbox/entries.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { outboxStore } from '../outbox/sending/outbox-store.ts';
import { packAndStoreHandover, listHandovers } from './transfers.ts';

const MINES_COMPANY_ID = '77777777-7777-4777-8777-777777777777';

async function confirmCorrectionOfWaitingEntry(): Promise<string> {
  const entryId = await confirmNewEntry('1', { capturedAt: 500 });
  const claimed = await claimDueItem();
  await outboxStore.settle(
    claimed,
    { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 },
    Date.now() - 100_000,
  );
  // The clock was set back, so the correction has an earlier capture time than the registration.
  await typeAndConfirmCorrection(entryId, {
    form: { employer_company_id: MINES_COMPANY_ID },
    capturedAt: 400,
  });
  return entryId;
}

const claimNextItem = (ownerId: string) => outboxStore.claimNext(ownerId, Date.now());

async function deliverNextItemOf(ownerId: string, remoteId = REMOTE_EVALUATION_ID): Promise<string> {
  const claimed = await claimNextItem(ownerId);
  if (!claimed) throw new Error('nothing was due');
  await outboxStore.settle(claimed, { type: 'deliver', remoteId }, Date.now());
  return claimed.item.kind;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S14 S30 corrections received by a colleague', () => {
  it('P10.286 a colleague receives a registration and its correction from a rescue file, and sends the registration before the correction', async () => {
    const entryId = await confirmCorrectionOfWaitingEntry();
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(BEA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toMatchObject({
      received: 2,
      damaged: 0,
    });
    expect(await countUnsentOfUser(BEA_ID)).toEqual({ evaluations: 1, files: 0, corrections: 1 });
    expect(await deliverNextItemOf(BEA_ID)).toBe('evaluation');
    const correction = await claimNextItem(BEA_ID);
    expect(correction).toMatchObject({
      item: { kind: 'correction' },
      evaluationId: REMOTE_EVALUATION_ID,
      capturedBy: ANA_ID,
      consent: expect.stringMatching(/^v1 /) as string,
    });
    expect(await readItemContent(correction?.item.id ?? '')).toMatchObject({
      type: 'body',
      text: expect.stringContaining(MINES_COMPANY_ID) as string,
    });
    if (correction)
      await outboxStore.settle(correction, { type: 'deliver', remoteId: REMOTE_EVALUATION_ID }, Date.now());
    expect([await deliverNextItemOf(BEA_ID), await deliverNextItemOf(BEA_ID)].sort()).toEqual([
      'photo',
      'signature',
    ]);
    const receipt = await readRegistrationReceipt(BEA_ID, entryId);
    expect(receipt?.summary.form.employer_company_id).toBe(MINES_COMPANY_ID);
  });

  it('P10.286 S30 a correction changes no idempotency key of a registration or photo that a rescue file contains', async () => {
    const entryId = await confirmNewEntry('1');
    const keys = async () =>
      (await db.items.where('entryId').equals(entryId).toArray()).map(({ kind, key }) => `${kind} ${key}`);
    const before = await keys();
    await packTestRescueFile();
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_COMPANY_ID },
      retaken: ['photo'],
    });
    expect(await keys()).toEqual(before);
    expect(await countUnsentOfUser(ANA_ID)).toMatchObject({ evaluations: 1, corrections: 1 });
  });

  it('P10.286 the author can receive a correction back in a second rescue file after a colleague has delivered its registration', async () => {
    await confirmCorrectionOfWaitingEntry();
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(BEA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    expect(await deliverNextItemOf(BEA_ID)).toBe('evaluation');
    const back = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(ANA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(back))).toMatchObject({
      received: 2,
      not_authorised: 0,
    });
  });

  it('P10.286 a colleague receives a correction in a handover, even when its registration is delivered between packing and receiving the handover', async () => {
    await confirmCorrectionOfWaitingEntry();
    await packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress);
    expect((await listHandovers())[0]?.holds).toEqual({ evaluations: 1, files: 0, corrections: 1 });
    await deliverNextItem(REMOTE_EVALUATION_ID);
    await signInOnDevice(BEA_ID);
    const [transfer] = await listHandovers();
    expect(await receiveOpenTransfer(await openHandoverWithCode(transfer?.id ?? ''))).toMatchObject({
      received: 2,
    });
    await outboxStore.recoverOrphans(BEA_ID, Date.now());
    expect(await claimNextItem(BEA_ID)).toMatchObject({
      item: { kind: 'correction' },
      evaluationId: REMOTE_EVALUATION_ID,
    });
    expect(await db.entries.where('ownerId').equals(ANA_ID).count()).toBe(0);
  });
});

describe('S25 S30 corrections after the loss of the database', () => {
  it('P10.286 a correction is restored from the outbox backup and sent after its registration', async () => {
    await startBackupOnEmptyDevice();
    await confirmCorrectionOfWaitingEntry();
    await waitForBackups();
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(2);
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    expect(await deliverNextItemOf(ANA_ID)).toBe('evaluation');
    expect(await claimNextItem(ANA_ID)).toMatchObject({
      item: { kind: 'correction' },
      evaluationId: REMOTE_EVALUATION_ID,
    });
  });

  it('P10.286 a restored correction keeps the evaluation id of its sent registration', async () => {
    await startBackupOnEmptyDevice();
    const entryId = await confirmNewEntry('1');
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem(REMOTE_EVALUATION_ID);
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_COMPANY_ID } });
    await waitForBackups();
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(1);
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    expect(await claimNextItem(ANA_ID)).toMatchObject({
      item: { kind: 'correction' },
      evaluationId: REMOTE_EVALUATION_ID,
    });
  });
});
