import { runStorageOperation } from '../base/problem.ts';
import { db } from './database.ts';
import { readDeviceRow } from './device-row.ts';

/** Server's treatment of idempotency keys; `unknown` until the server has accepted a request with one (S23). */
export type IdempotencySupport = 'kept' | 'ignored' | 'unknown';

export const readIdempotencySupport = async (): Promise<IdempotencySupport> =>
  (await readDeviceRow('provider-traits'))?.idempotency ?? 'unknown';

/** Time for which a server without support for corrections is not queried again, ms. */
const CORRECTIONS_UNSUPPORTED_MS = 24 * 60 * 60_000;

/** Records whether the server supports corrections (S30). `now` is the device's clock, ms since the epoch. */
export const setCorrectionsUnsupported = (isUnsupported: boolean, now: number): Promise<void> =>
  runStorageOperation(async () => {
    if (isUnsupported) await db.device.put({ id: 'no-corrections', until: now + CORRECTIONS_UNSUPPORTED_MS });
    else if (await readDeviceRow('no-corrections')) await db.device.delete('no-corrections');
  });

/**
 * Returns false if the server is known not to support corrections, for a limited time. Setting the clock back does not extend
 * that time.
 */
export async function areCorrectionsPossiblySupported(now: number): Promise<boolean> {
  const until = (await readDeviceRow('no-corrections'))?.until ?? 0;
  return now >= until || until - now > CORRECTIONS_UNSUPPORTED_MS;
}

export const recordIdempotencySupport = (
  idempotency: Exclude<IdempotencySupport, 'unknown'>,
): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'provider-traits', idempotency });
  });
