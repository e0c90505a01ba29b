import type { DeviceSecret } from '#contract/device-proof.ts';
import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/definition/route.ts';
import { importDeviceSecret, makeProof } from '#network/device-proof.ts';
import { readDeviceSecret } from '#storage/device/device-identity.ts';
import { estimateServerTime } from './session-proofs.ts';

/**
 * Returns the header that proves that a call comes from this device (S24). It is signed with the device's own key, which stays
 * on the device after a sign-out.
 */
export async function createDeviceSignatureHeader(
  secret: DeviceSecret,
  method: string,
  path: string,
): Promise<Record<string, string>> {
  const url = new URL(API_BASE + path, location.origin).href;
  const call = { method, url, at: await estimateServerTime() };
  return { [HEADER.deviceProof]: await makeProof(await importDeviceSecret(secret), call) };
}

/** Returns the header that proves that a sign-in comes from this device; no header if the device has not reported yet. */
export async function createSignInSignatureHeader(): Promise<Record<string, string>> {
  const secret = await readDeviceSecret();
  return secret ? createDeviceSignatureHeader(secret, 'POST', '/auth/login') : {};
}
