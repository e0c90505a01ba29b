import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  BEA_ID,
  REMOTE_EVALUATION_ID,
  SAMPLE_REJECTION,
  enqueueSampleAttachment,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  TRANSFER_CODE,
  canBeRead,
  openRescueFileWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
  switchToNewTablet,
  readSignedInAccount,
} from '#tests/support/device/transfers.ts';
import { db } from '../database/database.ts';
import { enqueueConfirmation } from '../outbox/registrations/enqueue.ts';
import { retakeRejectedPicture } from '../outbox/replace-picture.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { openCorrection } from '../outbox/registrations/open-correction.ts';
import { listEntries, readSyncSummary } from '../outbox/entries.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { outboxStore } from '../outbox/sending/outbox-store.ts';
import { packRescueFileAndMarkItems } from './transfer-file.ts';
import { NOTHING_RECEIVED, receiveTransfer, type OpenTransfer } from './transfer-receive.ts';
import type { ItemRow } from '../database/records.ts';

const indexByKey = (rows: readonly ItemRow[]) => new Map(rows.map((row) => [row.key, row]));

async function readContentSha256ByKey(): Promise<Record<string, string>> {
  const rows = await db.items.toArray();
  const contents = await Promise.all(rows.map(({ id }) => readItemContent(id)));
  return Object.fromEntries(
    rows.map((row, at) => {
      const content = contents[at];
      return [row.key, content === undefined || content.type === 'lost' ? 'lost' : content.sha256];
    }),
  );
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('P10.27 rescue file', () => {
  it('S14 S7 a rescue file carries every unsent entry to another tablet with its idempotency keys, content and capture times', async () => {
    await confirmNewEntry('1', { capturedAt: 1_000, clockOffset: 77 });
    await confirmNewEntry('2', { capturedAt: 2_000 });
    await enqueueSampleAttachment();
    const sent = await readContentSha256ByKey();
    const file = await packTestRescueFile();
    await switchToNewTablet(ANA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 3,
    });
    expect(Object.keys(sent)).toHaveLength(7);
    expect(await readContentSha256ByKey()).toEqual(sent);
    const [first] = await listEntries(ANA_ID, { limit: 5 });
    expect(first).toMatchObject({
      capturedAt: 1_000,
      summary: { identification_number: '1', patientName: 'Zoraida Quiñones' },
    });
    expect(first?.summary.registeredBy).toBeUndefined();
    expect((await db.entries.get(first?.id ?? ''))?.clockOffset).toBe(77);
    const authors = (await db.entries.toArray()).map(({ capturedBy }) => capturedBy);
    expect(authors).toEqual([ANA_ID, ANA_ID, ANA_ID]);
    expect((await db.items.toArray()).every(({ consent }) => consent === null)).toBe(true);
    expect((await claimDueItem()).item.kind).toBe('evaluation');
  });

  it('in a rescue file, an item that the tablet is sending counts as never attempted; on the tablet the item stays in state `sending`', async () => {
    await confirmNewEntry('1');
    const { item } = await claimDueItem();
    const file = await packTestRescueFile();
    expect((await db.items.get(item.id))?.state.name).toBe('sending');
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ unsent: 1 });
    await switchToNewTablet(ANA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    expect(indexByKey(await db.items.toArray()).get(item.key)?.state).toEqual({ name: 'queued' });
  });

  it('an entry received from a rescue file keeps its delivered items as delivered, and only its other items are sent', async () => {
    await confirmNewEntry('1');
    const remoteId = crypto.randomUUID();
    await deliverNextItem(remoteId);
    const arrived = await deliverNextItem();
    const file = await packTestRescueFile();
    await switchToNewTablet(ANA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    const claimed = await claimDueItem();
    expect(claimed).toMatchObject({ evaluationId: remoteId });
    expect([arrived, claimed.item.kind].sort()).toEqual(['photo', 'signature']);
    await outboxStore.settle(claimed, { type: 'deliver', remoteId: 'x' }, Date.now());
    expect(await listAllReceipts()).toMatchObject([{ outcome: 'delivered', evaluationId: remoteId }]);
    expect(await db.bytes.count()).toBe(0);
  });

  it('S10 an entry received from a rescue file keeps its rejection with the message and can be corrected on the other tablet', async () => {
    const entryId = await confirmNewEntry('1');
    await rejectNextItem();
    const file = await packTestRescueFile();
    await switchToNewTablet(ANA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    const [entry] = await listEntries(ANA_ID, { limit: 1 });
    expect(entry?.standing).toBe('attention');
    expect(entry?.items[0]?.state).toMatchObject({ name: 'attention', refusal: SAMPLE_REJECTION });
    await openCorrection(ANA_ID, entryId, null);
    expect((await enqueueConfirmation(confirmation('2', { correcting: entryId }))).type).toBe('confirmed');
  });

  it('receiving a rescue file a second time adds no entry, even after some entries were sent or discarded', async () => {
    await confirmNewEntry('1', { capturedAt: 1 });
    const discarded = await confirmNewEntry('2', { capturedAt: 2 });
    await confirmNewEntry('3', { capturedAt: 3 });
    const file = await packTestRescueFile();
    await switchToNewTablet(ANA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    await discardOutboxEntry(ANA_ID, discarded, Date.now());
    for (let item = 0; item < 5; item += 1) await deliverNextItem();
    const rows = await db.items.toArray();
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      present: 3,
    });
    expect(await db.items.toArray()).toEqual(rows);
    expect(await db.receipts.count()).toBe(2);
  });

  it('a crash while a rescue file is received leaves only complete entries; receiving the file again adds the missing ones', async () => {
    for (const number of ['1', '2', '3']) await confirmNewEntry(number);
    const file = await packTestRescueFile();
    await switchToNewTablet(ANA_ID);
    const transfer = await openRescueFileWithCode(file);
    const dying: OpenTransfer = {
      ...transfer,
      read: (position) =>
        position === 2 ? Promise.reject(new Error('the tablet died')) : transfer.read(position),
    };
    await expect(receiveOpenTransfer(dying)).rejects.toThrow('the tablet died');
    expect([await db.entries.count(), await db.items.count(), await db.bytes.count()]).toEqual([1, 3, 2]);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 2,
      present: 1,
    });
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ unsent: 3 });
  });

  it('S2 the device stores nothing of an entry from a rescue file when the written bytes of the entry cannot be read back', async () => {
    await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await switchToNewTablet(ANA_ID);
    const spy = vi.spyOn(db.bytes, 'get').mockResolvedValueOnce(undefined);
    const reception = await receiveOpenTransfer(await openRescueFileWithCode(file));
    spy.mockRestore();
    expect(reception).toEqual({ ...NOTHING_RECEIVED, unverified: 1 });
    expect([await db.entries.count(), await db.items.count(), await db.bytes.count()]).toEqual([0, 0, 0]);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
  });

  it('packing and receiving a rescue file report their progress after each entry', async () => {
    for (const number of ['1', '2']) await confirmNewEntry(number);
    const steps: string[] = [];
    const recordProgress = (done: number, total: number) => void steps.push(`${done}/${total}`);
    const { blob, holds } = await packRescueFileAndMarkItems(
      await readSignedInAccount(),
      TRANSFER_CODE,
      Date.now(),
      recordProgress,
    );
    await receiveTransfer(
      await readSignedInAccount(),
      await openRescueFileWithCode(blob),
      Date.now(),
      recordProgress,
    );
    expect(holds).toMatchObject({ evaluations: 2, files: 0 });
    expect(steps).toEqual(['1/2', '2/2', '1/2', '2/2']);
  });

  it('D1 a rescue file contains no name or id in plain text', async () => {
    await confirmNewEntry('9999000017');
    const bytes = await (await packTestRescueFile()).arrayBuffer();
    for (const text of ['9999000017', 'Zoraida', 'Persona', ANA_ID])
      expect(canBeRead(bytes, text)).toBe(false);
  });
});

describe('S14 rescue file received by another user', () => {
  it('an entry received from a rescue file is encrypted for the receiver; each item keeps its author and gets the author’s consent to sending', async () => {
    await confirmNewEntry('1');
    await enqueueSampleAttachment();
    const keys = (await db.items.toArray()).map(({ key }) => key).sort();
    const file = await packTestRescueFile();
    await switchToNewTablet(BEA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 2,
    });
    const rows = await db.items.toArray();
    expect(rows.map(({ key }) => key).sort()).toEqual(keys);
    for (const row of rows) {
      expect(row).toMatchObject({ ownerId: BEA_ID, capturedBy: ANA_ID });
      expect(row.consent).toMatch(/^v1 \S+ [0-9a-f]{64}$/);
    }
    const [entry] = await listEntries(BEA_ID, { limit: 1 });
    expect(entry?.summary).toMatchObject({ registeredBy: 'Persona', identification_number: '1' });
    const claimed = await outboxStore.claimNext(BEA_ID, Date.now());
    const consent = rows.find((row) => row.lane === 0)?.consent;
    expect(claimed).toMatchObject({ capturedBy: ANA_ID, consent });
  });

  it('a picture that the receiver of a rescue file takes again has the receiver as author; the other items keep their author', async () => {
    const entryId = await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await switchToNewTablet(BEA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    const evaluation = await outboxStore.claimNext(BEA_ID, Date.now());
    if (!evaluation) throw new Error('nothing was due');
    await outboxStore.settle(evaluation, { type: 'deliver', remoteId: REMOTE_EVALUATION_ID }, Date.now());
    const media = await outboxStore.claimNext(BEA_ID, Date.now());
    if (!media) throw new Error('nothing was due');
    await outboxStore.settle(media, { type: 'refuse', refusal: SAMPLE_REJECTION }, Date.now());
    await retakeRejectedPicture(BEA_ID, media.item.id, randomPicture(999), Date.now());
    const again = (await db.items.toArray()).find(({ id }) => id === media.item.id);
    expect(again).toMatchObject({ capturedBy: BEA_ID, consent: null });
    // A third user receives the entry: old items keep their author, and the new picture has a consent of the second user.
    const onward = await packTestRescueFile();
    await switchToNewTablet('44444444-4444-4444-8444-444444444444');
    expect(await receiveOpenTransfer(await openRescueFileWithCode(onward))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
    const rows = (await db.items.where('entryId').equals(entryId).toArray()).filter(
      ({ state }) => state.name !== 'delivered',
    );
    expect(rows.map(({ capturedBy }) => capturedBy).sort()).toEqual([ANA_ID, BEA_ID]);
    expect(rows.every(({ consent }) => consent !== null)).toBe(true);
  });

  it('S23 only the author can receive an entry from a rescue file when the author’s data key was created by the device and no server has the key', async () => {
    const device = { id: 'm', userId: ANA_ID, origin: 'device' as const, version: 1 as const };
    const sealed = { salt: new Uint8Array(16), sealed: new ArrayBuffer(0), sealedFacts: new ArrayBuffer(0) };
    await db.deviceKeys.add({ ...device, ...sealed, branchId: null, wrong: 0, blockedUntil: 0 });
    await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await switchToNewTablet(BEA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      not_authorised: 1,
    });
    expect(await db.entries.count()).toBe(0);
    await switchToNewTablet(ANA_ID);
    await db.deviceKeys.add({ ...device, ...sealed, branchId: null, wrong: 0, blockedUntil: 0 });
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
  });

  it('a user without the permission to send an entry receives none from a rescue file', async () => {
    await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await switchToNewTablet(BEA_ID, ['manage_evaluations']);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      not_permitted: 1,
    });
    expect(await db.entries.count()).toBe(0);
    await signInOnDevice(BEA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
  });

  it('the device rejects an entry of a rescue file that names the receiver as author but has a forged consent to sending', async () => {
    await confirmNewEntry('1');
    await db.items
      .toCollection()
      .modify({ capturedBy: BEA_ID, consent: `v1 2026-11-21T10:00:00Z ${'0'.repeat(64)}` });
    await db.entries.toCollection().modify({ capturedBy: BEA_ID });
    const forged = await packTestRescueFile();
    await switchToNewTablet(BEA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(forged))).toEqual({
      ...NOTHING_RECEIVED,
      not_authorised: 1,
    });
    expect(await db.entries.count()).toBe(0);
  });
});
