import { makeProof, makeProofKey, type ProofKey } from '#network/device-proof.ts';
import type { ProofMaker } from '#network/client.ts';
import { readClockOffset } from '#storage/device/contact.ts';
import { storeSessionKey, readSessionKey } from '#storage/keys/session-key.ts';

/** Session key in memory, because reading the row costs more than the signature; `undefined` before it was read. */
let held: ProofKey | null | undefined;
/** Key of the sign-in that is under way, or of the last one. */
let forSignIn: ProofKey | null = null;
/**
 * Milliseconds to the server's clock; null before it was read. The time that the server reports with a rejected proof applies
 * from then on: a `Date` header may be a proxy's, and is inaccurate for an exchange that took minutes.
 */
let offset: number | null = null;

/** Removes the key from this window's memory, with a sign-out in this window. */
export function forgetSessionKey(): void {
  held = undefined;
  forSignIn = null;
}

const storedKey = async (): Promise<ProofKey | null> => (held ??= await readSessionKey());

/** Returns the same key for all sign-ins until the sign-out, so that the key in other windows and the worker stays valid. */
const keyForSignIn = async (): Promise<ProofKey> =>
  (held = forSignIn = (await readSessionKey()) ?? (await storeSessionKey(await makeProofKey())));

/**
 * Stores the key again that another window removed by a sign-out while this window signed in, because the new session requires
 * it.
 */
export async function restoreSessionKey(): Promise<void> {
  if (forSignIn) held = await storeSessionKey(forSignIn);
}

/** Returns the time on the server's clock in milliseconds, as far as this device knows it. */
export async function serverNow(): Promise<number> {
  offset ??= await readClockOffset();
  return Date.now() + offset;
}

/** Proves that each call comes from this device (S26). */
export const sessionProofs: ProofMaker = {
  async make(method, url, bindsKey) {
    const key = bindsKey ? await keyForSignIn() : await storedKey();
    if (!key) return null;
    return { header: await makeProof(key, { method, url, at: await serverNow() }), keyId: key.jwk.x };
  },
  async isWorthAnother({ refusal, keyId, providerTime: serverTime }) {
    if (serverTime !== null) offset = serverTime - Date.now();
    held = await readSessionKey();
    return refusal.code === 'proof_stale' || (held?.jwk.x ?? null) !== keyId;
  },
};
