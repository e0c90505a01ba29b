import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  BEA_ID,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  TRANSFER_CODE,
  canBeRead,
  openRescueFileWithCode,
  openHandoverWithCode,
  receiveOpenTransfer,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';
import { runAfterNextWrite } from '#tests/support/device/unfaithful-rows.ts';
import {
  applyTestStatement,
  NEXT_INCARNATION,
  createBackupStatement,
} from '#tests/support/device/backup-statement.ts';
import { signOutAccount } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { enqueueConfirmation } from '../outbox/registrations/enqueue.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { openCorrection } from '../outbox/registrations/open-correction.ts';
import { listEntries, readRegistrationFigures } from '../outbox/entries.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { outboxStore } from '../outbox/sending/outbox-store.ts';
import { packRescueFileAndMarkItems } from './transfer-file.ts';
import { NOTHING_RECEIVED, receiveTransfer } from './transfer-receive.ts';
import { packAndStoreHandover, listHandovers, openHandoverOnDevice, withdrawHandovers } from './transfers.ts';

const handOverEntriesOfAna = async (): Promise<number> =>
  packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress);

async function requireOnlyHandoverId(): Promise<string> {
  const transfers = await listHandovers();
  if (transfers.length !== 1 || !transfers[0]) throw new Error(`${transfers.length} handovers`);
  return transfers[0].id;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S14 handover on one tablet', () => {
  it('a handover moves the entries to the outbox of the user who enters the code, and the author keeps receipts of them', async () => {
    const ids = [
      await confirmNewEntry('1', { capturedAt: 10 }),
      await confirmNewEntry('2', { capturedAt: 20 }),
    ];
    expect(await handOverEntriesOfAna()).toBe(2);
    expect(await db.entries.where('ownerId').equals(ANA_ID).count()).toBe(2);
    await signInOnDevice(BEA_ID);
    expect(await listHandovers()).toMatchObject([
      { ownerId: ANA_ID, holds: { evaluations: 2, files: 0, corrections: 0 } },
    ]);
    expect(await receiveOpenTransfer(await openHandoverWithCode(await requireOnlyHandoverId()))).toEqual({
      ...NOTHING_RECEIVED,
      received: 2,
    });

    expect(await listHandovers()).toEqual([]);
    expect(await db.parcelEntries.count()).toBe(0);
    expect((await db.entries.toArray()).map(({ ownerId, capturedBy }) => [ownerId, capturedBy])).toEqual([
      [BEA_ID, ANA_ID],
      [BEA_ID, ANA_ID],
    ]);
    expect((await db.bytes.toArray()).map(({ ownerId }) => ownerId)).toEqual([
      BEA_ID,
      BEA_ID,
      BEA_ID,
      BEA_ID,
    ]);
    const claimed = await outboxStore.claimNext(BEA_ID, Date.now());
    expect(await readItemContent(claimed?.item.id ?? '')).toMatchObject({ type: 'body' });

    await signInOnDevice(ANA_ID);
    expect(await listEntries(ANA_ID, { limit: 5 })).toEqual([]);
    const figures = await readRegistrationFigures(ANA_ID, 0);
    expect(figures).toMatchObject({ registered: 2, handedOver: 2, onTheirWay: 0 });
    expect(await listAllReceipts()).toMatchObject([
      { outcome: 'handed_over', summary: { identification_number: '2' } },
      { outcome: 'handed_over', summary: { identification_number: '1' } },
    ]);
    expect(ids).toHaveLength(2);
  });

  it('S3 S14 a window counts an entry of a handover as received even if the entry was sent while the window was frozen', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    await signInOnDevice(BEA_ID);
    const transfer = await openHandoverWithCode(await requireOnlyHandoverId());
    runAfterNextWrite(async () => {
      for (let item = 0; item < 3; item += 1) {
        const claimed = await outboxStore.claimNext(BEA_ID, Date.now());
        const event = { type: 'deliver', remoteId: crypto.randomUUID() } as const;
        if (claimed) await outboxStore.settle(claimed, event, Date.now());
      }
    });
    expect(await receiveOpenTransfer(transfer)).toEqual({ ...NOTHING_RECEIVED, received: 1 });
    expect(await db.entries.count()).toBe(0);
    expect(await listAllReceipts(BEA_ID)).toMatchObject([{ outcome: 'delivered' }]);
    await signInOnDevice(ANA_ID);
    expect(await listAllReceipts(ANA_ID)).toMatchObject([{ outcome: 'handed_over' }]);
  });

  it('S2 S14 the device stores no entry of a handover whose written bytes read back damaged, and the entry stays with its author', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    await signInOnDevice(BEA_ID);
    const transfer = await openHandoverWithCode(await requireOnlyHandoverId());
    runAfterNextWrite(() =>
      db.bytes.toCollection().modify((row) => void new Uint8Array(row.sealed).fill(7, 20, 30)),
    );
    expect(await receiveOpenTransfer(transfer)).toEqual({ ...NOTHING_RECEIVED, unverified: 1 });
    expect((await db.entries.toArray()).map(({ ownerId }) => ownerId)).toEqual([ANA_ID]);
    await signInOnDevice(ANA_ID);
    expect(await deliverNextItem()).toBe('evaluation');
    const claimed = await claimDueItem();
    expect(await readItemContent(claimed.item.id)).toMatchObject({ type: 'file' });
  });

  it('D1 a handover reveals only ids, counts and times before the code is entered', async () => {
    await confirmNewEntry('9999000017');
    await handOverEntriesOfAna();
    const [transfer] = await db.parcels.toArray();
    const { salt, sealedManifest, ...open } = transfer ?? ({} as never);
    expect(open).toEqual({
      id: expect.any(String) as string,
      ownerId: ANA_ID,
      createdAt: expect.any(Number) as number,
      wrong: 0,
      blockedUntil: 0,
    });
    const sealed = (await db.parcelEntries.toArray()).map((row) => row.sealed);
    for (const bytes of [salt, sealedManifest, ...sealed])
      for (const text of ['9999000017', 'Zoraida', 'Persona']) expect(canBeRead(bytes, text)).toBe(false);
  });

  it('D2 a wrong code delays the next attempt; after the delay the right code opens the handover', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    const id = await requireOnlyHandoverId();
    const now = Date.now();
    expect(await openHandoverOnDevice(id, 'otra-cosa-11', now)).toEqual({ type: 'wrong_code' });
    expect(await openHandoverOnDevice(id, TRANSFER_CODE, now + 500)).toEqual({ type: 'wait', ms: 500 });
    expect(await openHandoverOnDevice(id, 'otra-cosa-12', now + 1_000)).toEqual({ type: 'wrong_code' });
    expect(await openHandoverOnDevice(id, TRANSFER_CODE, now + 2_000)).toEqual({ type: 'wait', ms: 1_000 });
    expect(await openHandoverOnDevice(id, TRANSFER_CODE, now + 3_000)).toMatchObject({ type: 'open' });
    expect(await db.parcels.get(id)).toMatchObject({ wrong: 0, blockedUntil: 0 });
  });

  it('a handover that the author cancelled cannot be opened, and the entries stay with the author', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    const id = await requireOnlyHandoverId();
    await withdrawHandovers(ANA_ID);
    expect(await openHandoverOnDevice(id, TRANSFER_CODE, Date.now())).toEqual({ type: 'gone' });
    expect(await db.parcelEntries.count()).toBe(0);
    expect(await deliverNextItem()).toBe('evaluation');
  });

  it('a new handover replaces the author’s earlier one', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    await confirmNewEntry('2');
    expect(await handOverEntriesOfAna()).toBe(2);
    expect(await listHandovers()).toMatchObject([{ holds: { evaluations: 2, files: 0, corrections: 0 } }]);
    expect(await db.parcelEntries.count()).toBe(2);
  });

  it('the device creates no handover when no entry is unsent', async () => {
    expect(await handOverEntriesOfAna()).toBe(0);
    expect(await listHandovers()).toEqual([]);
  });

  it('an entry that the author sends or discards leaves the handover, which ends when no entry is left', async () => {
    await confirmNewEntry('1', { capturedAt: 1 });
    const second = await confirmNewEntry('2', { capturedAt: 2 });
    await handOverEntriesOfAna();
    await discardOutboxEntry(ANA_ID, second, Date.now());
    expect(await listHandovers()).toMatchObject([{ holds: { evaluations: 1, files: 0, corrections: 0 } }]);
    for (let item = 0; item < 3; item += 1) await deliverNextItem();
    expect([await db.parcels.count(), await db.parcelEntries.count()]).toEqual([0, 0]);
  });

  it('S7 a handover does not move an entry that the author corrected after packing, because it then has another idempotency key', async () => {
    const entryId = await confirmNewEntry('1');
    await rejectNextItem();
    await handOverEntriesOfAna();
    const transfer = await openHandoverWithCode(await requireOnlyHandoverId());
    const lateBackup = await transfer.read(1);
    await openCorrection(ANA_ID, entryId, null);
    await enqueueConfirmation(confirmation('2', { correcting: entryId }));
    expect(await listHandovers()).toEqual([]);
    await signInOnDevice(BEA_ID);
    // Simulates a window that opened the handover before the correction.
    expect(await receiveOpenTransfer({ ...transfer, read: () => Promise.resolve(lateBackup) })).toEqual({
      ...NOTHING_RECEIVED,
      present: 1,
    });
    expect((await db.entries.get(entryId))?.ownerId).toBe(ANA_ID);
  });

  it('the receiver of a handover does not send items that were delivered after packing', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    const remoteId = crypto.randomUUID();
    await deliverNextItem(remoteId);
    await signInOnDevice(BEA_ID);
    await receiveOpenTransfer(await openHandoverWithCode(await requireOnlyHandoverId()));
    expect(await outboxStore.claimNext(BEA_ID, Date.now())).toMatchObject({
      evaluationId: remoteId,
      item: { kind: expect.not.stringMatching('evaluation') as string },
    });
    expect(await db.bytes.where('ownerId').equals(ANA_ID).count()).toBe(0);
  });

  it('S29 the receiver of a handover sends the whole entry when the server has lost the items that were delivered earlier', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    await deliverNextItem();
    await deliverNextItem();
    await signInOnDevice(BEA_ID);
    await receiveOpenTransfer(await openHandoverWithCode(await requireOnlyHandoverId()));
    await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }));
    const again = new Map<string, string>();
    for (let nth = 0; nth < 3; nth += 1) {
      const claimed = await outboxStore.claimNext(BEA_ID, Date.now());
      if (!claimed) break;
      again.set(claimed.item.kind, (await readItemContent(claimed.item.id)).type);
      await outboxStore.settle(claimed, { type: 'deliver', remoteId: crypto.randomUUID() }, Date.now());
    }
    expect(Object.fromEntries(again)).toEqual({ evaluation: 'body', photo: 'file', signature: 'file' });
  });

  it('S7 after a handover the device ignores the response to a send that the author had begun earlier', async () => {
    const entryId = await confirmNewEntry('1');
    await handOverEntriesOfAna();
    const claimed = await claimDueItem();
    const transfer = await openHandoverWithCode(await requireOnlyHandoverId());
    await signOutAccount(Date.now());
    await signInOnDevice(BEA_ID);
    await receiveOpenTransfer(transfer);
    await outboxStore.settle(claimed, { type: 'deliver', remoteId: 'late' }, Date.now());
    expect((await db.items.get(claimed.item.id))?.state).toEqual({ name: 'queued' });
    for (let item = 0; item < 3; item += 1) {
      const own = await outboxStore.claimNext(BEA_ID, Date.now());
      if (own) await outboxStore.settle(own, { type: 'deliver', remoteId: 'same' }, Date.now());
    }
    await outboxStore.settle(claimed, { type: 'deliver', remoteId: 'later' }, Date.now());
    expect(await db.receipts.get(entryId)).toMatchObject({
      ownerId: BEA_ID,
      outcome: 'delivered',
      capturedBy: ANA_ID,
    });
    expect(await db.receipts.count()).toBe(2);
  });

  it('two windows that receive a handover at the same time move each entry once', async () => {
    for (const number of ['1', '2']) await confirmNewEntry(number);
    await handOverEntriesOfAna();
    const transfer = await openHandoverWithCode(await requireOnlyHandoverId());
    await signInOnDevice(BEA_ID);
    const account = await readSignedInAccount();
    const both = await Promise.all(
      [1, 2].map(() => receiveTransfer(account, transfer, Date.now(), ignoreProgress)),
    );
    expect(both.reduce((sum, { received }) => sum + received, 0)).toBe(2);
    expect([await db.entries.count(), await db.items.count(), await db.bytes.count()]).toEqual([2, 6, 4]);
  });

  it('an entry that a colleague hands back to its author counts as one registration in the author’s figures', async () => {
    await confirmNewEntry('1');
    await handOverEntriesOfAna();
    await signInOnDevice(BEA_ID);
    await receiveOpenTransfer(await openHandoverWithCode(await requireOnlyHandoverId()));
    await handOverEntriesOfAna();
    await signInOnDevice(ANA_ID);
    expect(await receiveOpenTransfer(await openHandoverWithCode(await requireOnlyHandoverId()))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
    const figures = await readRegistrationFigures(ANA_ID, 0);
    expect(figures).toMatchObject({ registered: 1, handedOver: 0, onTheirWay: 1 });
    const rows = await db.items.toArray();
    expect(rows.every(({ consent, capturedBy }) => consent === null && capturedBy === ANA_ID)).toBe(true);
  });

  it('when a tablet receives a rescue file that it packed itself, the entries move to the receiver as in a handover', async () => {
    const entryId = await confirmNewEntry('1');
    const { blob } = await packRescueFileAndMarkItems(
      await readSignedInAccount(),
      TRANSFER_CODE,
      Date.now(),
      ignoreProgress,
    );
    await handOverEntriesOfAna();
    await signInOnDevice(BEA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(blob))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
    expect((await db.entries.get(entryId))?.ownerId).toBe(BEA_ID);
    expect(await listHandovers()).toEqual([]);
  });
});
