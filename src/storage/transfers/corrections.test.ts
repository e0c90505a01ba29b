import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  BEA,
  claim,
  confirmedEntry,
  deliverNext,
  EVALUATION,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { confirmCorrection } from '#tests/support/device/corrections.ts';
import { beginWithoutCopies, loseDatabase } from '#tests/support/device/backups.ts';
import {
  CODE,
  openFile,
  openedHandover,
  receive,
  rescueFile,
  signedIn,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';
import { waitForBackups } from '../backup/follow.ts';
import { restoreFromBackup } from '../backup/restore.ts';
import { db } from '../database/database.ts';
import { countUnsentOf } from '../device/unsent.ts';
import { readReceipt } from '../outbox/entries.ts';
import { readItemContent } from '../outbox/outbox-content.ts';
import { outboxStore } from '../outbox/outbox-store.ts';
import { storeHandover, listTransfers } from './transfers.ts';

const MINES = '77777777-7777-4777-8777-777777777777';

/** Queues a registration whose outcome is unknown, and its correction. */
async function waiting(): Promise<string> {
  const entryId = await confirmedEntry('1', { capturedAt: 500 });
  const claimed = await claim();
  await outboxStore.settle(
    claimed,
    { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 },
    Date.now() - 100_000,
  );
  // The clock was set back: the correction has the earlier capture time although it was confirmed later.
  await confirmCorrection(entryId, { form: { employer_company_id: MINES }, capturedAt: 400 });
  return entryId;
}

const next = (ownerId: string) => outboxStore.claimNext(ownerId, Date.now());

async function deliver(ownerId: string, remoteId = EVALUATION): Promise<string> {
  const claimed = await next(ownerId);
  if (!claimed) throw new Error('nothing was due');
  await outboxStore.settle(claimed, { type: 'deliver', remoteId }, Date.now());
  return claimed.item.kind;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S14 S30 corrections received by a colleague', () => {
  it('P10.286 corrections are received from a rescue file after their registration and wait for it in the receiver’s queue', async () => {
    const entryId = await waiting();
    const file = await rescueFile();
    await wipeDevice();
    await signInOnDevice(BEA);
    expect(await receive(await openFile(file))).toMatchObject({ received: 2, damaged: 0 });
    expect(await countUnsentOf(BEA)).toEqual({ evaluations: 1, files: 0, corrections: 1 });
    expect(await deliver(BEA)).toBe('evaluation');
    const correction = await next(BEA);
    expect(correction).toMatchObject({
      item: { kind: 'correction' },
      evaluationId: EVALUATION,
      capturedBy: ANA,
      consent: expect.stringMatching(/^v1 /) as string,
    });
    expect(await readItemContent(correction?.item.id ?? '')).toMatchObject({
      type: 'body',
      text: expect.stringContaining(MINES) as string,
    });
    if (correction)
      await outboxStore.settle(correction, { type: 'deliver', remoteId: EVALUATION }, Date.now());
    expect([await deliver(BEA), await deliver(BEA)].sort()).toEqual(['photo', 'signature']);
    const receipt = await readReceipt(BEA, entryId);
    expect(receipt?.summary.form.employer_company_id).toBe(MINES);
  });

  it('P10.286 S30 a correction changes no keys of a registration and its photo once they are in a rescue file', async () => {
    const entryId = await confirmedEntry('1');
    const keys = async () =>
      (await db.items.where('entryId').equals(entryId).toArray()).map(({ kind, key }) => `${kind} ${key}`);
    const before = await keys();
    await rescueFile();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, retaken: ['photo'] });
    expect(await keys()).toEqual(before);
    expect(await countUnsentOf(ANA)).toMatchObject({ evaluations: 1, corrections: 1 });
  });

  it('P10.286 corrections return to their author after a colleague has delivered the registration', async () => {
    await waiting();
    const file = await rescueFile();
    await wipeDevice();
    await signInOnDevice(BEA);
    await receive(await openFile(file));
    expect(await deliver(BEA)).toBe('evaluation');
    const back = await rescueFile();
    await wipeDevice();
    await signInOnDevice(ANA);
    expect(await receive(await openFile(back))).toMatchObject({ received: 2, not_authorised: 0 });
  });

  it('P10.286 corrections are handed over on one tablet, also when the evaluation is delivered between packing and receiving', async () => {
    await waiting();
    await storeHandover(await signedIn(), CODE, Date.now(), ignoreProgress);
    expect((await listTransfers())[0]?.holds).toEqual({ evaluations: 1, files: 0, corrections: 1 });
    await deliverNext(EVALUATION);
    await signInOnDevice(BEA);
    const [transfer] = await listTransfers();
    expect(await receive(await openedHandover(transfer?.id ?? ''))).toMatchObject({ received: 2 });
    await outboxStore.recoverOrphans(BEA, Date.now());
    expect(await next(BEA)).toMatchObject({ item: { kind: 'correction' }, evaluationId: EVALUATION });
    expect(await db.entries.where('ownerId').equals(ANA).count()).toBe(0);
  });
});

describe('S25 S30 corrections in a lost database', () => {
  it('P10.286 corrections are restored from the outbox backup and sent after their registration', async () => {
    await beginWithoutCopies();
    await waiting();
    await waitForBackups();
    await loseDatabase();
    expect(await restoreFromBackup()).toBe(2);
    await outboxStore.recoverOrphans(ANA, Date.now());
    expect(await deliver(ANA)).toBe('evaluation');
    expect(await next(ANA)).toMatchObject({ item: { kind: 'correction' }, evaluationId: EVALUATION });
  });

  it('P10.286 restored corrections keep the evaluation id of a registration that was sent', async () => {
    await beginWithoutCopies();
    const entryId = await confirmedEntry('1');
    for (let nth = 0; nth < 3; nth += 1) await deliverNext(EVALUATION);
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    await waitForBackups();
    await loseDatabase();
    expect(await restoreFromBackup()).toBe(1);
    await outboxStore.recoverOrphans(ANA, Date.now());
    expect(await next(ANA)).toMatchObject({ item: { kind: 'correction' }, evaluationId: EVALUATION });
  });
});
