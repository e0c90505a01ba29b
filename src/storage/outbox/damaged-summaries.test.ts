import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  deliverNextItem,
  REMOTE_EVALUATION_ID,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { damageCopyOfBytes, damageSummary } from '#tests/support/device/unfaithful-rows.ts';
import { db } from '../database/database.ts';
import { findNewestPatientRegistration, listQueuedAttachments, listEntries } from './entries.ts';
import { readDaySheet } from './day-sheet.ts';

const allTime = { start: 0, end: Infinity };

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S21 damaged summary or rejection that cannot be decrypted with the existing key', () => {
  it('the outbox list, the day sheet and the unsent attachments show an entry with a damaged summary without its data, and all others', async () => {
    await damageSummary(await confirmNewEntry('1', { capturedAt: 1 }));
    await confirmNewEntry('2', { capturedAt: 2 });
    const numbers = (lines: readonly { summary: { identification_number: string } }[]) =>
      lines.map(({ summary }) => summary.identification_number);
    expect(numbers(await listEntries(ANA_ID, { limit: 9 }))).toEqual(['', '2']);
    expect(numbers(await readDaySheet(ANA_ID, allTime))).toEqual(['', '2']);
    const person = { type: 'CC', number: '1' } as const;
    expect(await findNewestPatientRegistration(ANA_ID, person, 0, null)).toMatchObject({
      where: 'queue',
      at: 1,
    });
    await damageSummary(await enqueueSampleAttachment());
    expect(numbers(await listQueuedAttachments(ANA_ID, REMOTE_EVALUATION_ID))).toEqual(['']);
  });

  it('S22 the device lists all other receipts when one receipt is damaged', async () => {
    for (const number of ['1', '2']) await confirmNewEntry(number, { capturedAt: Number(number) });
    for (let nth = 0; nth < 6; nth += 1) await deliverNextItem();
    const [receipt] = await db.receipts.toCollection().sortBy('capturedAt');
    await db.receipts.update(receipt?.id ?? '', { sealedSummary: damageCopyOfBytes(receipt?.sealedSummary) });
    expect((await listAllReceipts()).map(({ summary }) => summary.identification_number)).toEqual(['2', '']);
    expect(await readDaySheet(ANA_ID, allTime)).toHaveLength(2);
  });

  it('S10 the device shows an empty message for a rejection that cannot be decrypted', async () => {
    await confirmNewEntry('1');
    const { id } = await rejectNextItem();
    const row = await db.items.get(id);
    await db.items.update(id, { sealedRefusal: damageCopyOfBytes(row?.sealedRefusal) });
    const [entry] = await listEntries(ANA_ID, { limit: 9 });
    expect(entry?.items[0]?.state).toMatchObject({ name: 'attention', refusal: { message: '' } });
  });
});
