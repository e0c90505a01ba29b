import { readVerificationKey, recordVerificationKey } from '#storage/device/verification-key.ts';
import { isNotFoundResponse } from '../../api/not-found.ts';
import { backgroundClient } from '../../api/api-client.ts';
import { isUnknownCall } from '../../outbox/sending/unknown-call.ts';

export { readVerificationKey, type StoredVerificationKey } from '#storage/device/verification-key.ts';

/** Time between two requests for the key, ms. The clinic's key rarely changes, and one day is soon enough. */
const KEY_REFRESH_INTERVAL_MS = 24 * 60 * 60_000;

const isKeyRequestRecent = (askedAt: number, now: number) =>
  askedAt <= now && now - askedAt < KEY_REFRESH_INTERVAL_MS;

export async function refreshVerificationKey(now = Date.now()): Promise<void> {
  const cached = await readVerificationKey();
  if (cached && isKeyRequestRecent(cached.askedAt, now)) return;
  const response = await backgroundClient.call('verificationKey');
  if (response.type === 'ok')
    return recordVerificationKey({
      askedAt: now,
      publicKey: response.body.public_key,
      page: response.body.page ?? null,
    });
  // Only the server's own "not found" deletes the stored key. If the server lacks the call, only the time is stored, so that
  // the request is not repeated every quarter of an hour.
  const isGone = isNotFoundResponse(response);
  const isSure = response.type === 'error' || cached !== null;
  if (isGone || (isSure && (await isUnknownCall(response))))
    await recordVerificationKey({ publicKey: null, page: null, ...(!isGone && cached), askedAt: now });
}
