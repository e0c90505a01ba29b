import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { type ProofKey, makeProof, makeProofKey } from '#network/device-proof.ts';

/** A device with a key, for calls to a provider by other means than the app. */
export interface KeyedDevice {
  readonly key: ProofKey;
  /** The headers that prove one call. @param at milliseconds on the provider's clock, now unless told */
  prove(method: string, path: string, at?: number): Promise<Record<string, string>>;
}

/** The same code as in the app. */
export async function makeDevice(): Promise<KeyedDevice> {
  const key = await makeProofKey();
  return {
    key,
    prove: async (method, path, at = Date.now()) => ({
      [HEADER.proof]: await makeProof(key, { method, url: `http://127.0.0.1${API_BASE}${path}`, at }),
    }),
  };
}
