import { makeProof, makeProofKey, type ProofKey } from '#network/device-proof.ts';
import type { ProofMaker } from '#network/transport.ts';
import { readClockOffsetMs } from '#storage/device/contact.ts';
import { storeSessionKeyIfNone, readSessionKey } from '#storage/keys/session-key.ts';

/** Session key, cached because reading its row takes longer than signing. `undefined`: not read yet; null: no key. */
let cachedSessionKey: ProofKey | null | undefined;
let signInKey: ProofKey | null = null;
/**
 * Offset to the server's clock, ms; null before it was read. Preferred source is the time that the server returns with a
 * rejected proof; a `Date` header may come from a proxy, or from an exchange that took minutes.
 */
let serverClockOffsetMs: number | null = null;

export function forgetSessionKey(): void {
  cachedSessionKey = undefined;
  signInKey = null;
}

const readCachedSessionKey = async (): Promise<ProofKey | null> =>
  (cachedSessionKey ??= await readSessionKey());

/** Returns one key for all sign-ins up to the next sign-out, so that the key in other windows and in the worker stays valid. */
const getOrCreateSignInKey = async (): Promise<ProofKey> =>
  (cachedSessionKey = signInKey =
    (await readSessionKey()) ?? (await storeSessionKeyIfNone(await makeProofKey())));

/**
 * Stores the session key again if another window signed out, and deleted it, while this window signed in. The new session
 * requires the key.
 */
export async function restoreSessionKey(): Promise<void> {
  if (signInKey) cachedSessionKey = await storeSessionKeyIfNone(signInKey);
}

/** Returns the server's time as estimated by this device, ms since the epoch. */
export async function estimateServerTime(): Promise<number> {
  serverClockOffsetMs ??= await readClockOffsetMs();
  return Date.now() + serverClockOffsetMs;
}

export const sessionProofMaker: ProofMaker = {
  async make(method, url, bindsKey) {
    const key = bindsKey ? await getOrCreateSignInKey() : await readCachedSessionKey();
    if (!key) return null;
    return {
      header: await makeProof(key, { method, url, at: await estimateServerTime() }),
      keyId: key.jwk.x,
    };
  },
  async isRetryUseful({ refusal, keyId, providerTime: serverTime }) {
    if (serverTime !== null) serverClockOffsetMs = serverTime - Date.now();
    cachedSessionKey = await readSessionKey();
    return refusal.code === 'proof_stale' || (cachedSessionKey?.jwk.x ?? null) !== keyId;
  },
};
