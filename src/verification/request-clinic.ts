import * as z from 'zod/mini';
import { Verification, VerificationKey } from '#contract/records/evaluation/verification.ts';
import { tryParseJson } from '#domain/text/json.ts';
import type { ClinicResponse } from '#domain/verification/verdict.ts';

const API_BASE_PATH = '/api/v1';
const CLINIC_REQUEST_TIMEOUT_MS = 15_000;

/** Sends a request without cookies, so that the session of a user on this device is not used. */
async function fetchPublicApiJson(path: string): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(CLINIC_REQUEST_TIMEOUT_MS);
  const reply = await fetch(API_BASE_PATH + path, { credentials: 'omit', cache: 'no-store', signal });
  return { status: reply.status, body: tryParseJson(await reply.text()) };
}

/** Body of the clinic's own 404 response. A gateway that cannot reach the clinic also responds 404, but without this body. */
const NotFoundBody = z.object({ code: z.literal('not_found') });

/**
 * Requests the document that has this code. Returns `away` when no response arrives or when the response is not the clinic's.
 */
export async function requestClinicDocument(code: string): Promise<ClinicResponse> {
  try {
    const { status, body } = await fetchPublicApiJson(`/verifications/${encodeURIComponent(code)}`);
    if (status === 429) return { type: 'limited' };
    if (status === 404 && NotFoundBody.safeParse(body).success) return { type: 'unknown' };
    const found = Verification.safeParse(body);
    return status === 200 && found.success ? { type: 'found', document: found.data } : { type: 'away' };
  } catch {
    return { type: 'away' }; // A network error is shown as this result, and the user can retry.
  }
}

/** Returns the public key that verifies the signature of a QR code; null when the key cannot be loaded. */
export async function fetchClinicVerificationKey(): Promise<string | null> {
  try {
    const key = VerificationKey.safeParse((await fetchPublicApiJson('/verification-key')).body);
    return key.success ? key.data.public_key : null;
  } catch {
    return null;
  }
}
