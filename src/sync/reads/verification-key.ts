import { readVerificationKey, recordVerificationKey } from '#storage/device/verification-key.ts';
import { isNotFoundResponse } from '../api/not-found.ts';
import { callServer } from '../api/remote.ts';
import { isUnknownCall } from '../outbox/unknown-call.ts';

export { readVerificationKey, type StoredVerificationKey } from '#storage/device/verification-key.ts';

/**
 * Milliseconds between two requests for the key. The clinic's key rarely changes; a new key reaches all tablets within a day.
 */
const REFRESH_INTERVAL_MS = 24 * 60 * 60_000;

const isFresh = (askedAt: number, now: number) => askedAt <= now && now - askedAt < REFRESH_INTERVAL_MS;

/** Fetches the key that verifies the clinic's documents, so that it is on the device when there is no network. */
export async function fetchVerificationKey(now = Date.now()): Promise<void> {
  const cached = await readVerificationKey();
  if (cached && isFresh(cached.askedAt, now)) return;
  const response = await callServer('verificationKey');
  if (response.type === 'ok')
    return recordVerificationKey({
      askedAt: now,
      publicKey: response.body.public_key,
      page: response.body.page ?? null,
    });
  // Only the server's own "not found" removes the stored key. If the server lacks this call, only the time is recorded, so that
  // the device does not repeat the request every quarter of an hour.
  const isGone = isNotFoundResponse(response);
  const isSure = response.type === 'error' || cached !== null;
  if (isGone || (isSure && (await isUnknownCall(response))))
    await recordVerificationKey({ publicKey: null, page: null, ...(!isGone && cached), askedAt: now });
}
