import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { readUnsentDataSummary } from './storage-space.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S20 size of the unsent data', () => {
  it('the device computes the size of the unsent data from the stored files and loads one file at a time', async () => {
    await confirmNewEntry('1');
    await enqueueSampleAttachment();
    const rows = await db.bytes.toArray();
    const together = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const { bytes, own } = await readUnsentDataSummary(ANA_ID);
    const asked = together.mock.contexts.map((store) => (store as IDBObjectStore).name);
    together.mockRestore();
    expect(own).toEqual({ evaluations: 1, files: 1, corrections: 0 });
    expect(bytes).toBe(rows.reduce((sum, { sealed }) => sum + sealed.byteLength, 0));
    expect(asked).not.toContain('bytes');
  });

  it('the device reports size zero when it has no unsent data', async () => {
    expect((await readUnsentDataSummary(ANA_ID)).bytes).toBe(0);
  });
});
