import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { type ProofKey, makeProof, makeProofKey } from '#network/device-proof.ts';

/** Device key with which a test signs its own requests to a server, without the app. */
export interface KeyedDevice {
  readonly key: ProofKey;
  /**
   * Returns the headers that prove the device key for one request.
   * @param at time on the server's clock in ms; by default the current time
   */
  prove(method: string, path: string, at?: number): Promise<Record<string, string>>;
}

export async function makeKeyedDevice(): Promise<KeyedDevice> {
  const key = await makeProofKey();
  return {
    key,
    prove: async (method, path, at = Date.now()) => ({
      [HEADER.proof]: await makeProof(key, { method, url: `http://127.0.0.1${API_BASE}${path}`, at }),
    }),
  };
}
