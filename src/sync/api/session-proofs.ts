import { makeProof, makeProofKey, type ProofKey } from '#network/device-proof.ts';
import type { Proofs } from '#network/client.ts';
import { readClockOffset } from '#storage/device/contact.ts';
import { keepSessionKey, readSessionKey } from '#storage/keys/session-key.ts';

/** Reading the row costs more than the signature; `undefined` before it was read. */
let held: ProofKey | null | undefined;
/** Of the sign-in that is under way, or was the last one. */
let forSignIn: ProofKey | null = null;
/**
 * Milliseconds to the provider's clock; null before it was read. What the provider says of a refused proof holds from then on: a
 * `Date` may be a proxy's, and says little of an exchange that took minutes.
 */
let offset: number | null = null;

/** The key leaves this window's memory too, with a sign-out here. */
export function forgetSessionKey(): void {
  held = undefined;
  forSignIn = null;
}

const storedKey = async (): Promise<ProofKey | null> => (held ??= await readSessionKey());

/** The same key over all sign-ins until the sign-out: what other windows and the worker hold goes on being right. */
const keyForSignIn = async (): Promise<ProofKey> =>
  (held = forSignIn = (await readSessionKey()) ?? (await keepSessionKey(await makeProofKey())));

/** A key that another window signed out while this one signed in is put back for the session that answers to it. */
export async function keepHeldKey(): Promise<void> {
  if (forSignIn) held = await keepSessionKey(forSignIn);
}

/** Milliseconds on the provider's clock, as far as this device knows it. */
export async function providerNow(): Promise<number> {
  offset ??= await readClockOffset();
  return Date.now() + offset;
}

/** Proves each call to be this device's (S26). */
export const sessionProofs: Proofs = {
  async make(method, url, bindsKey) {
    const key = bindsKey ? await keyForSignIn() : await storedKey();
    if (!key) return null;
    return { header: await makeProof(key, { method, url, at: await providerNow() }), keyId: key.jwk.x };
  },
  async isWorthAnother({ refusal, keyId, providerTime }) {
    if (providerTime !== null) offset = providerTime - Date.now();
    held = await readSessionKey();
    return refusal.code === 'proof_stale' || (held?.jwk.x ?? null) !== keyId;
  },
};
