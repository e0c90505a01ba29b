import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  TRANSFER_CODE,
  openRescueFileWithCode,
  packTestRescueFile,
} from '#tests/support/device/transfers.ts';
import { openRescueFile } from './transfer-file.ts';
import { TRANSFER_HEADER_BYTES, LENGTH_FIELD_BYTES, encodeLength } from './transfer-format.ts';

const mebibyteBlob = new Blob([new Uint8Array(1024 * 1024)]);
const createChunkParts = (mebibytes: number) => [
  encodeLength(mebibytes * mebibyteBlob.size),
  ...Array.from({ length: mebibytes }, () => mebibyteBlob),
];

let rescueFileBlob: Blob;
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  await confirmNewEntry('1');
  rescueFileBlob = await packTestRescueFile();
});

describe('P10.27 manipulated file that exceeds the limits of a transfer', () => {
  it('the device reads only a small part of a transfer file that has a million chunks', async () => {
    const slices = vi.spyOn(Blob.prototype, 'slice');
    const empty = new Blob([rescueFileBlob.slice(0, TRANSFER_HEADER_BYTES), mebibyteBlob]);
    expect(await openRescueFile(empty, TRANSFER_CODE)).toEqual({ type: 'wrong_code' });
    await openRescueFileWithCode(new Blob([rescueFileBlob, mebibyteBlob]));
    expect(slices.mock.calls.length).toBeLessThan(20);
    slices.mockRestore();
  });

  it('the device rejects a transfer file whose manifest is too large', async () => {
    const large = new Blob([rescueFileBlob.slice(0, TRANSFER_HEADER_BYTES), ...createChunkParts(33)]);
    expect(await openRescueFile(large, TRANSFER_CODE)).toEqual({ type: 'not_a_parcel' });
  });

  it('reading an entry of a transfer returns null when the entry exceeds the maximum size', async () => {
    const start = TRANSFER_HEADER_BYTES + LENGTH_FIELD_BYTES;
    const manifest = new DataView(
      await rescueFileBlob.slice(TRANSFER_HEADER_BYTES, start).arrayBuffer(),
    ).getUint32(0);
    const transfer = await openRescueFileWithCode(
      new Blob([rescueFileBlob.slice(0, start + manifest), ...createChunkParts(129)]),
    );
    expect(await transfer.read(1)).toBeNull();
  });
});
