import { makeProof, makeProofKey, type ProofKey } from '#network/device-proof.ts';
import type { Proofs } from '#network/client.ts';
import { readClockOffset } from '#storage/contact.ts';
import { keepSessionKey, readSessionKey } from '#storage/session-key.ts';

/** Reading the row costs more than the signature; `undefined` before it was read. */
let held: ProofKey | null | undefined;
/** Milliseconds to the provider's clock; null before it was read or measured in this context. */
let offset: number | null = null;

/** What an answer said of the provider's clock. */
export function noteProviderClock(measured: number): void {
  offset = measured;
}

/** The key leaves the memory too, with a sign-out here. */
export function forgetSessionKey(): void {
  held = undefined;
}

const storedKey = async (): Promise<ProofKey | null> => (held ??= await readSessionKey());

/** The same key over all sign-ins until the sign-out: what other windows and the worker hold goes on being right. */
const keyForSignIn = async (): Promise<ProofKey> =>
  (held = (await readSessionKey()) ?? (await keepSessionKey(await makeProofKey())));

/** A key that somebody signed out while another signed in is put back for the session that answers to it. */
export async function keepHeldKey(): Promise<void> {
  if (held) held = await keepSessionKey(held);
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
  async isWorthAnother({ code }, keyId) {
    // The answer has told the provider's time by now.
    if (code === 'proof_stale') return true;
    held = await readSessionKey();
    return (held?.jwk.x ?? null) !== keyId;
  },
};
