import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { testStorage } from './self-test.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice();
});
afterEach(() => vi.restoreAllMocks());

describe('S20 storage test', () => {
  it('the storage test succeeds when it reads back the encrypted bytes that it wrote, and deletes them', async () => {
    expect(await testStorage(ANA_ID)).toBe(true);
    expect(await db.bytes.count()).toBe(0);
  });

  it('the storage test returns false when the bytes read differ from the bytes written', async () => {
    const get = db.bytes.get.bind(db.bytes);
    vi.spyOn(db.bytes, 'get').mockImplementation((async (id: string) => {
      const row = await get(id);
      if (row) new Uint8Array(row.sealed)[40] = new Uint8Array(row.sealed)[40]! ^ 1;
      return row;
    }) as never);
    expect(await testStorage(ANA_ID)).toBe(false);
    expect(await db.bytes.count()).toBe(0);
  });

  it('the storage test throws `full` when the device has no space left', async () => {
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    vi.spyOn(db.bytes, 'add').mockImplementation((() => Promise.reject(full)) as never);
    await expect(testStorage(ANA_ID)).rejects.toMatchObject({ kind: 'full' });
  });
});
