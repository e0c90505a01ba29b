import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  BEA_ID,
  REMOTE_EVALUATION_ID,
  EXAM_ORDER_ID,
  enqueueSampleAttachment,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { runAfterNextWrite } from '#tests/support/device/unfaithful-rows.ts';
import { NOTHING_UNSENT } from '#domain/outbox/unsent.ts';
import { db } from '../database/database.ts';
import { discardOutboxEntry, makeItemsDueForRetry } from './entry-actions.ts';
import { listQueuedAttachments, listEntries, readRegistrationFigures } from './entries.ts';
import { readItemContent } from './sending/outbox-content.ts';
import { outboxStore } from './sending/outbox-store.ts';
import { countUnsentOfUser, countUnsentOfOthers } from '../device/unsent.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S1 attachment in the outbox', () => {
  it('S2 the device stores a new attachment encrypted and unaltered, and the attachment is due at once', async () => {
    const entryId = await enqueueSampleAttachment();
    const claimed = await claimDueItem();
    expect(claimed).toMatchObject({
      item: { kind: 'attachment', entryId },
      evaluationId: REMOTE_EVALUATION_ID,
      examOrderId: EXAM_ORDER_ID,
    });
    expect(await readItemContent(claimed.item.id)).toMatchObject({
      type: 'file',
      mime: 'application/pdf',
      size: 30_000,
    });
  });

  it('S3 a new attachment counts as confirmed when it was sent before its read-back, so that the doctor does not attach it twice', async () => {
    runAfterNextWrite(() => deliverNextItem());
    const entryId = await enqueueSampleAttachment();
    expect((await listAllReceipts()).map(({ id }) => id)).toEqual([entryId]);
  });

  it('S16 the device counts an unsent attachment as a file for its owner, for another user and when no user is signed in', async () => {
    await enqueueSampleAttachment();
    await confirmNewEntry('1');
    await confirmNewEntry('2');
    const all = { evaluations: 2, files: 1, corrections: 0 };
    expect(
      await Promise.all([countUnsentOfUser(ANA_ID), countUnsentOfOthers(BEA_ID), countUnsentOfOthers(null)]),
    ).toEqual([all, all, all]);
    expect(await Promise.all([countUnsentOfUser(BEA_ID), countUnsentOfOthers(ANA_ID)])).toEqual([
      NOTHING_UNSENT,
      NOTHING_UNSENT,
    ]);
  });

  it("D1 the device stores neither the file name nor the patient's name in plain text", async () => {
    await enqueueSampleAttachment();
    await rejectNextItem();
    const rows = await Promise.all([db.entries, db.items, db.bytes].map((table) => table.toArray()));
    const open = JSON.stringify(rows);
    for (const secret of ['Zoraida', 'audiograma', '9999000017', 'Audiometría', 'Ingrese los nombres'])
      expect(open).not.toContain(secret);
  });

  it('S12 an attachment, whose entry has no evaluation, is sent after the queued evaluations of all other entries', async () => {
    await enqueueSampleAttachment({ capturedAt: 1_000 });
    await confirmNewEntry('1', { capturedAt: 2_000 });
    expect([await deliverNextItem(), await deliverNextItem()]).toEqual(['evaluation', 'attachment']);
  });

  it('S11 S10 a rejected attachment delays no other item, keeps the reason for the rejection and is sent again when the user retries', async () => {
    const entryId = await enqueueSampleAttachment({ capturedAt: 1_000 });
    await confirmNewEntry('1', { capturedAt: 2_000 });
    await deliverNextItem();
    await rejectNextItem();
    expect([await deliverNextItem(), await deliverNextItem()].sort()).toEqual(['photo', 'signature']);
    const [entry] = await listQueuedAttachments(ANA_ID, REMOTE_EVALUATION_ID);
    expect(entry).toMatchObject({
      id: entryId,
      standing: 'attention',
      summary: { examName: 'Audiometría tonal' },
    });
    expect(entry?.items[0]?.state).toMatchObject({ name: 'attention', refusal: { message: 'No' } });
    await makeItemsDueForRetry(ANA_ID, entryId, Date.now());
    expect(await deliverNextItem()).toBe('attachment');
    expect(await listQueuedAttachments(ANA_ID, REMOTE_EVALUATION_ID)).toEqual([]);
  });

  it('S13 S7 an attachment is sent again under the same idempotency key after its sender was killed', async () => {
    await enqueueSampleAttachment();
    const lost = await claimDueItem();
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    expect((await claimDueItem()).item.key).toBe(lost.item.key);
  });

  it('S22 a delivered attachment leaves a receipt without bytes and is not counted as a registration of the shift', async () => {
    await enqueueSampleAttachment();
    await deliverNextItem();
    expect(await db.bytes.count()).toBe(0);
    expect(await listAllReceipts()).toMatchObject([
      { kind: 'attachment', outcome: 'delivered', evaluationId: REMOTE_EVALUATION_ID },
    ]);
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({ registered: 0, confirmed: 0 });
  });

  it('S10 a discarded attachment leaves a receipt without bytes', async () => {
    const entryId = await enqueueSampleAttachment();
    expect(await discardOutboxEntry(ANA_ID, entryId, Date.now())).toBe('discarded');
    expect([await db.items.count(), await db.bytes.count()]).toEqual([0, 0]);
    expect(await listAllReceipts()).toMatchObject([{ id: entryId, outcome: 'discarded' }]);
  });

  it('the outbox list contains attachments and registrations, each with the fields of its kind', async () => {
    await confirmNewEntry('1');
    await enqueueSampleAttachment();
    const kinds = (await listEntries(ANA_ID, { limit: 9 })).map((entry) =>
      entry.kind === 'attachment' ? entry.summary.fileName : entry.summary.labels.evaluationType,
    );
    expect(kinds.sort()).toEqual(['Ingreso', 'audiograma de Zoraida.pdf'].sort());
  });
});
