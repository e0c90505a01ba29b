import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';

/** What the provider does with an Idempotency-Key: `unknown` until it has accepted something under one (S23). */
export type KeyTreatment = 'kept' | 'ignored' | 'unknown';

export async function readKeyTreatment(): Promise<KeyTreatment> {
  const row = await db.device.get('provider-traits');
  return row?.id === 'provider-traits' ? row.idempotency : 'unknown';
}

export const noteKeyTreatment = (idempotency: Exclude<KeyTreatment, 'unknown'>): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'provider-traits', idempotency });
  });
