import { beforeEach, describe, expect, it } from 'vitest';
import type { CapturedStatement } from '#domain/signature/statement.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmation,
  confirmNewEntry,
  draftContent,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  canBeRead,
  openRescueFileWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
} from '#tests/support/device/transfers.ts';
import { db } from '../database/database.ts';
import { enqueueConfirmation } from '../outbox/registrations/enqueue.ts';
import { openCorrection } from '../outbox/registrations/open-correction.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from './drafts.ts';
import { exchangeDraft, listParkedDrafts } from './parked-drafts.ts';

const capturedStatement: CapturedStatement = {
  signedAt: 1_790_000_000_000,
  deviceId: '3f2a1b0c-0000-4000-8000-000000000001',
  text: { version: '3', sha256: 'b'.repeat(64) },
  witness: {
    reason: 'no_escribe',
    detail: null,
    name: 'Testigo Inconfundible',
    identification_type: 'CC',
    identification_number: '7788990011',
  },
};
const signature = { ...randomPicture(900, 'image/png'), statement: capturedStatement };

async function saveSignedDraft(statement: CapturedStatement | undefined = capturedStatement): Promise<void> {
  await saveDraftContent(ANA_ID, null, draftContent('1'));
  await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(2_000));
  await saveDraftPicture(ANA_ID, null, 'signature', { ...signature, statement });
}
const readDraftStatement = async (entryId: string | null = null) =>
  (await loadDraft(ANA_ID, entryId))?.signature?.statement;

async function readQueuedStatement() {
  const row = (await db.items.toArray()).find(({ kind }) => kind === 'signature');
  const content = await readItemContent(row?.id ?? '');
  return content.type === 'file' ? content.statement : content.type;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('P10.125 signing statement on the device', () => {
  it('the signing statement stays in the draft, in the parked draft and in the outbox entry', async () => {
    await saveSignedDraft();
    expect(await readDraftStatement()).toEqual(capturedStatement);
    await exchangeDraft(ANA_ID, null, 1_000);
    expect(await loadDraft(ANA_ID, null)).toBeNull();
    const [parked] = await listParkedDrafts(ANA_ID);
    await exchangeDraft(ANA_ID, parked?.id ?? '', 2_000);
    expect(await readDraftStatement()).toEqual(capturedStatement);
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
    expect(await readQueuedStatement()).toEqual(capturedStatement);
  });

  it('D1 the device stores the signing statement encrypted, without plain text in any row', async () => {
    await saveSignedDraft();
    await enqueueConfirmation(confirmation('1'));
    for (const table of db.tables)
      for (const row of (await table.toArray()) as Record<string, unknown>[])
        for (const value of Object.values(row)) {
          const text = value instanceof ArrayBuffer ? '' : JSON.stringify(value);
          expect(text).not.toMatch(/Inconfundible|7788990011/);
          if (value instanceof ArrayBuffer) expect(canBeRead(value, 'Inconfundible')).toBe(false);
        }
  });

  it('the device sends a signature without a signing statement when it was captured without one', async () => {
    await saveSignedDraft();
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
    expect(await readDraftStatement()).toBeUndefined();
    await enqueueConfirmation(confirmation('1'));
    expect(await readQueuedStatement()).toBeUndefined();
  });

  it('S7 a correction starts with the signing statement of the registration’s signature', async () => {
    await saveSignedDraft();
    const confirmed = await enqueueConfirmation(confirmation('1'));
    const entryId = confirmed.type === 'confirmed' ? confirmed.entryId : '';
    await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    expect(await readDraftStatement(entryId)).toEqual(capturedStatement);
    expect(await enqueueConfirmation(confirmation('2', { correcting: entryId }))).toMatchObject({
      type: 'confirmed',
    });
    expect(await readQueuedStatement()).toEqual(capturedStatement);
  });

  it.each([
    ['its owner’s other tablet', ANA_ID],
    ['a colleague, whose consent covers it', BEA_ID],
  ])('P10.27 S14 a rescue file carries the signing statement to %s', async (_whose, receiver) => {
    await saveSignedDraft();
    await enqueueConfirmation(confirmation('1'));
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(receiver);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toMatchObject({ received: 1 });
    expect(await readQueuedStatement()).toEqual(capturedStatement);
  });

  it('a rescue file of an earlier app version is received with signatures that have no signing statement', async () => {
    await confirmNewEntry('1');
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(ANA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    expect(await readQueuedStatement()).toBeUndefined();
  });
});
