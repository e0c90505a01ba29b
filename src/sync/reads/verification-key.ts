import { readVerificationKey, recordVerificationKey } from '#storage/device/verification-key.ts';
import { isNotFoundResponse } from '../api/not-found.ts';
import { callServer } from '../api/remote.ts';
import { isUnknownCall } from '../outbox/unknown-call.ts';

export { readVerificationKey, type StoredVerificationKey } from '#storage/device/verification-key.ts';

/**
 * Milliseconds between two requests. A key is made once; after a replacement it takes a day until all tablets have the new one.
 */
const REFRESH_INTERVAL_MS = 24 * 60 * 60_000;

const isFresh = (askedAt: number, now: number) => askedAt <= now && now - askedAt < REFRESH_INTERVAL_MS;

/** Fetches the key that verifies the clinic's documents, so that it is on the device when there is no network. */
export async function learnVerificationKey(now = Date.now()): Promise<void> {
  const cached = await readVerificationKey();
  if (cached && isFresh(cached.askedAt, now)) return;
  const response = await callServer('verificationKey');
  if (response.type === 'ok')
    return recordVerificationKey({
      askedAt: now,
      publicKey: response.body.public_key,
      page: response.body.page ?? null,
    });
  // Only the server's own message removes a key. A server without the call is not requested every quarter of an hour.
  const isGone = isNotFoundResponse(response);
  const isSure = response.type === 'error' || cached !== null;
  if (isGone || (isSure && (await isUnknownCall(response))))
    await recordVerificationKey({ publicKey: null, page: null, ...(!isGone && cached), askedAt: now });
}
