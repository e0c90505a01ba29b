import { makeProof, makeProofKey, type ProofKey } from '#network/device-proof.ts';
import type { ProofMaker } from '#network/client.ts';
import { readClockOffset } from '#storage/device/contact.ts';
import { storeSessionKey, readSessionKey } from '#storage/keys/session-key.ts';

/** Session key, cached because reading its row takes longer than signing. `undefined`: not read yet; null: no key. */
let cachedKey: ProofKey | null | undefined;
let forSignIn: ProofKey | null = null;
/**
 * Offset to the server's clock, ms; null before it was read. Preferred source is the time that the server returns with a
 * rejected proof; a `Date` header may come from a proxy, or from an exchange that took minutes.
 */
let offset: number | null = null;

export function forgetSessionKey(): void {
  cachedKey = undefined;
  forSignIn = null;
}

const storedKey = async (): Promise<ProofKey | null> => (cachedKey ??= await readSessionKey());

/** Returns one key for all sign-ins up to the next sign-out, so that the key in other windows and in the worker stays valid. */
const keyForSignIn = async (): Promise<ProofKey> =>
  (cachedKey = forSignIn = (await readSessionKey()) ?? (await storeSessionKey(await makeProofKey())));

/**
 * Stores the session key again if another window signed out, and deleted it, while this window signed in. The new session
 * requires the key.
 */
export async function restoreSessionKey(): Promise<void> {
  if (forSignIn) cachedKey = await storeSessionKey(forSignIn);
}

/** Returns the server's time as estimated by this device, ms since the epoch. */
export async function serverNow(): Promise<number> {
  offset ??= await readClockOffset();
  return Date.now() + offset;
}

export const sessionProofs: ProofMaker = {
  async make(method, url, bindsKey) {
    const key = bindsKey ? await keyForSignIn() : await storedKey();
    if (!key) return null;
    return { header: await makeProof(key, { method, url, at: await serverNow() }), keyId: key.jwk.x };
  },
  async isRetryUseful({ refusal, keyId, providerTime: serverTime }) {
    if (serverTime !== null) offset = serverTime - Date.now();
    cachedKey = await readSessionKey();
    return refusal.code === 'proof_stale' || (cachedKey?.jwk.x ?? null) !== keyId;
  },
};
