import { storing } from '../base/problem.ts';
import { db } from './database.ts';
import { readDeviceRow } from './device-row.ts';

/** What the provider does with an Idempotency-Key: `unknown` until it has accepted something under one (S23). */
export type KeyTreatment = 'kept' | 'ignored' | 'unknown';

export const readKeyTreatment = async (): Promise<KeyTreatment> =>
  (await readDeviceRow('provider-traits'))?.idempotency ?? 'unknown';

export const noteKeyTreatment = (idempotency: Exclude<KeyTreatment, 'unknown'>): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'provider-traits', idempotency });
  });
