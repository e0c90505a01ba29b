import { storing } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { VerificationKeyRow } from '../database/device-records.ts';

export type KeptVerificationKey = Omit<VerificationKeyRow, 'id'>;

/** What verifies the clinic's documents without network; null before it was asked for. */
export async function readVerificationKey(): Promise<KeptVerificationKey | null> {
  const row = await db.device.get('verification-key');
  return row?.id === 'verification-key' ? row : null;
}

export const recordVerificationKey = (key: KeptVerificationKey): Promise<void> =>
  storing(async () => {
    await db.device.put({ ...key, id: 'verification-key' });
  });
