import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, confirmedEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { CODE, opened, rescueFile } from '#tests/support/device/transfers.ts';
import { openFile } from './transfer-file.ts';
import { HEADER_BYTES, LENGTH_BYTES, lengthOf } from './transfer-format.ts';

const mebibyte = new Blob([new Uint8Array(1024 * 1024)]);
/** Returns a chunk that is as long as its length field states. */
const chunk = (mebibytes: number) => [
  lengthOf(mebibytes * mebibyte.size),
  ...Array.from({ length: mebibytes }, () => mebibyte),
];

let file: Blob;
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
  await confirmedEntry('1');
  file = await rescueFile();
});

describe('P10.27 crafted file that exceeds the limits of a transfer', () => {
  it('a file with a million chunks is not read to its end', async () => {
    const slices = vi.spyOn(Blob.prototype, 'slice');
    const empty = new Blob([file.slice(0, HEADER_BYTES), mebibyte]);
    expect(await openFile(empty, CODE)).toEqual({ type: 'wrong_code' });
    await opened(new Blob([file, mebibyte]));
    expect(slices.mock.calls.length).toBeLessThan(20);
    slices.mockRestore();
  });

  it('a file whose manifest is too large is rejected', async () => {
    const large = new Blob([file.slice(0, HEADER_BYTES), ...chunk(33)]);
    expect(await openFile(large, CODE)).toEqual({ type: 'not_a_parcel' });
  });

  it('reading an entry that is too large returns null', async () => {
    const start = HEADER_BYTES + LENGTH_BYTES;
    const manifest = new DataView(await file.slice(HEADER_BYTES, start).arrayBuffer()).getUint32(0);
    const transfer = await opened(new Blob([file.slice(0, start + manifest), ...chunk(129)]));
    expect(await transfer.read(1)).toBeNull();
  });
});
