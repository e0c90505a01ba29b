import { storing } from '../base/problem.ts';
import { db } from './database.ts';
import { readDeviceRow } from './device-row.ts';

/** What the provider does with an Idempotency-Key: `unknown` until it has accepted something under one (S23). */
export type KeyTreatment = 'kept' | 'ignored' | 'unknown';

export const readKeyTreatment = async (): Promise<KeyTreatment> =>
  (await readDeviceRow('provider-traits'))?.idempotency ?? 'unknown';

/** A server that lacks the call for corrections is not asked for it again before. */
const LACKING_MS = 24 * 60 * 60_000;

/** Notes whether the server has the call for corrections (S30). `now`: of the device's clock, milliseconds. */
export const noteCorrections = (isLacking: boolean, now: number): Promise<void> =>
  storing(async () => {
    if (isLacking) await db.device.put({ id: 'no-corrections', until: now + LACKING_MS });
    else if (await readDeviceRow('no-corrections')) await db.device.delete('no-corrections');
  });

/** False where the server is known to lack the call for corrections. A clock that was set back does not make that last. */
export async function areCorrectionsTaken(now: number): Promise<boolean> {
  const until = (await readDeviceRow('no-corrections'))?.until ?? 0;
  return now >= until || until - now > LACKING_MS;
}

export const noteKeyTreatment = (idempotency: Exclude<KeyTreatment, 'unknown'>): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'provider-traits', idempotency });
  });
