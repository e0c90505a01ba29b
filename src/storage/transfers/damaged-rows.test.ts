// @module-tag landing
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA_ID,
  enqueueSampleAttachment,
  BEA_ID,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { damageContent, damageCopyOfBytes, damageSummary } from '#tests/support/device/unfaithful-rows.ts';
import {
  TRANSFER_CODE,
  openRescueFileWithCode,
  openHandoverWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
  readSignedInAccount,
  ignoreProgress,
} from '#tests/support/device/transfers.ts';
import { db } from '../database/database.ts';
import { listEntries } from '../outbox/entries.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { NOTHING_RECEIVED } from './transfer-receive.ts';
import { packAndStoreHandover, listHandovers } from './transfers.ts';

async function readContentTypes(ownerId: string): Promise<Record<string, string[]>> {
  const entries = await listEntries(ownerId, { limit: 9 });
  const read = entries.map(async ({ summary, items }) => {
    const all = await Promise.all(
      items.map(async ({ id, kind }) => `${kind} ${(await readItemContent(id)).type}`),
    );
    return [summary.identification_number, all] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S11 P10.27 damaged rows that cannot be decrypted with the existing key', () => {
  it('a rescue file marks damaged items as lost and contains all other items completely', async () => {
    const [words, picture] = [await confirmNewEntry('1'), await confirmNewEntry('2')];
    await confirmNewEntry('3');
    await damageContent(words, 'evaluation');
    await damageContent(picture, 'photo');
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(ANA_ID);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 3,
    });
    expect(await readContentTypes(ANA_ID)).toEqual({
      '1': ['evaluation lost', 'photo file', 'signature file'],
      '2': ['evaluation body', 'photo lost', 'signature file'],
      '3': ['evaluation body', 'photo file', 'signature file'],
    });
  });

  it('S14 a handover marks the evaluation of an entry with a damaged request body as lost, and moves an entry with a damaged summary without patient data', async () => {
    const [words, names] = [await confirmNewEntry('1'), await confirmNewEntry('2')];
    await damageContent(words, 'evaluation');
    await damageSummary(names);
    expect(
      await packAndStoreHandover(await readSignedInAccount(), TRANSFER_CODE, Date.now(), ignoreProgress),
    ).toBe(2);
    await signInOnDevice(BEA_ID);
    const [transfer] = await listHandovers();
    const received = await receiveOpenTransfer(await openHandoverWithCode(transfer?.id ?? ''));
    expect(received).toEqual({ ...NOTHING_RECEIVED, received: 2 });
    expect(await readContentTypes(BEA_ID)).toEqual({
      '1': ['evaluation lost', 'photo file', 'signature file'],
      '': ['evaluation body', 'photo file', 'signature file'],
    });
  });

  it('a damaged attachment is received as a lost file of the exam, even when its name cannot be decrypted', async () => {
    await signInOnDevice(ANA_ID, ['manage_evaluations']);
    const entryId = await enqueueSampleAttachment();
    const row = await db.items.where({ entryId }).first();
    if (!row?.picture) throw new Error('the file is gone');
    await db.items.update(row.id, {
      picture: { ...row.picture, sealedRef: damageCopyOfBytes(row.picture.sealedRef) },
    });
    const file = await packTestRescueFile();
    await wipeDevice();
    await signInOnDevice(ANA_ID, ['manage_evaluations']);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(file))).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
    });
    expect(await readContentTypes(ANA_ID)).toEqual({ '9999000017': ['attachment lost'] });
  });
});
