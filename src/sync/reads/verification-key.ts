import { readVerificationKey, recordVerificationKey } from '#storage/device/verification-key.ts';
import { saysNotFound } from '../api/not-found.ts';
import { callProvider } from '../api/remote.ts';
import { isUnknownCall } from '../outbox/unknown-call.ts';

export { readVerificationKey, type KeptVerificationKey } from '#storage/device/verification-key.ts';

/**
 * Milliseconds between two requests. A key is made once; after a replacement it takes a day until all tablets have the new one.
 */
const ASK_EVERY_MS = 24 * 60 * 60_000;

const isFresh = (askedAt: number, now: number) => askedAt <= now && now - askedAt < ASK_EVERY_MS;

/** Fetches the key that verifies the clinic's documents, so that it is on the device when there is no network. */
export async function learnVerificationKey(now = Date.now()): Promise<void> {
  const kept = await readVerificationKey();
  if (kept && isFresh(kept.askedAt, now)) return;
  const answer = await callProvider('verificationKey');
  if (answer.type === 'ok')
    return recordVerificationKey({
      askedAt: now,
      publicKey: answer.body.public_key,
      page: answer.body.page ?? null,
    });
  // Only the server's own message removes a key. A server without the call is not requested every quarter of an hour.
  const isGone = saysNotFound(answer);
  const isSure = answer.type === 'error' || kept !== null;
  if (isGone || (isSure && (await isUnknownCall(answer))))
    await recordVerificationKey({ publicKey: null, page: null, ...(!isGone && kept), askedAt: now });
}
