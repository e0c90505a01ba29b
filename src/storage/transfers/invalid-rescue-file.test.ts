import { beforeEach, describe, expect, it } from 'vitest';
import { ANA_ID, confirmNewEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  TRANSFER_CODE,
  openRescueFileWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
  switchToNewTablet,
} from '#tests/support/device/transfers.ts';
import { db } from '../database/database.ts';
import { openRescueFile } from './transfer-file.ts';
import { NOTHING_RECEIVED, type OpenTransfer } from './transfer-receive.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('P10.27 invalid rescue file', () => {
  const fileOf = async (...numbers: string[]): Promise<Blob> => {
    for (const number of numbers) await confirmNewEntry(number);
    return packTestRescueFile();
  };
  const alterByte = async (file: Blob, at: number): Promise<Blob> => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    bytes.set([(bytes[at] ?? 0) ^ 1], at);
    return new Blob([bytes]);
  };

  it('a rescue file opens only with its code; capitals, accents and hyphens do not matter', async () => {
    const file = await fileOf('1');
    expect(await openRescueFile(file, 'barco-luna-queso-43')).toEqual({ type: 'wrong_code' });
    expect(await openRescueFile(file, ' Bárco LUNA  queso 42')).toMatchObject({ type: 'open' });
  });

  it('opening a file distinguishes a rescue file from other files, empty files and files of a later version', async () => {
    expect(
      await openRescueFile(new Blob(['%PDF-1.7 and nothing else to be seen here']), TRANSFER_CODE),
    ).toEqual({
      type: 'not_a_parcel',
    });
    expect(await openRescueFile(new Blob([]), TRANSFER_CODE)).toEqual({ type: 'not_a_parcel' });
    const file = await fileOf('1');
    const bytes = new Uint8Array(await file.arrayBuffer());
    bytes.set([2], 'VENTANILLA-RESCATE'.length);
    expect(await openRescueFile(new Blob([bytes]), TRANSFER_CODE)).toEqual({ type: 'newer' });
    expect(await openRescueFile(file.slice(0, 40), TRANSFER_CODE)).toEqual({ type: 'not_a_parcel' });
  });

  it('a truncated rescue file yields its complete entries and the number of missing ones', async () => {
    const file = await fileOf('1', '2', '3');
    await switchToNewTablet(ANA_ID);
    const short = file.slice(0, file.size - 10);
    expect(await receiveOpenTransfer(await openRescueFileWithCode(short))).toEqual({
      ...NOTHING_RECEIVED,
      received: 2,
      damaged: 1,
    });
  });

  it('a rescue file with one changed bit loses only the entry that contains the bit', async () => {
    const file = await fileOf('1', '2');
    await switchToNewTablet(ANA_ID);
    expect(
      await receiveOpenTransfer(await openRescueFileWithCode(await alterByte(file, file.size - 500))),
    ).toEqual({
      ...NOTHING_RECEIVED,
      received: 1,
      damaged: 1,
    });
  });

  it('a rescue file with swapped entries is detected as damaged', async () => {
    const file = await fileOf('1', '2');
    const transfer = await openRescueFileWithCode(file);
    await switchToNewTablet(ANA_ID);
    const swapped: OpenTransfer = { ...transfer, read: (position) => transfer.read(3 - position) };
    expect(await receiveOpenTransfer(swapped)).toEqual({ ...NOTHING_RECEIVED, damaged: 2 });
    expect(await db.entries.count()).toBe(0);
  });
});
