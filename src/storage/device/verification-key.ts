import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { VerificationKeyRow } from '../database/device-records.ts';

export type StoredVerificationKey = Omit<VerificationKeyRow, 'id'>;

/** Returns the clinic's key for verifying its documents offline; null until the device has fetched it. */
export async function readVerificationKey(): Promise<StoredVerificationKey | null> {
  const row = await db.device.get('verification-key');
  return row?.id === 'verification-key' ? row : null;
}

export const recordVerificationKey = (key: StoredVerificationKey): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ ...key, id: 'verification-key' });
  });
