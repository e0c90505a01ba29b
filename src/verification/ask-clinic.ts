import * as z from 'zod/mini';
import { Verification, VerificationKey } from '#contract/records/evaluation/verification.ts';
import { parseJson } from '#domain/text/json.ts';
import type { ClinicResponse } from '#domain/verification/verdict.ts';

const API = '/api/v1';
const TIMEOUT_MS = 15_000;

/** Never with the session of whoever works here. */
async function ask(path: string): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await fetch(API + path, { credentials: 'omit', cache: 'no-store', signal });
  return { status: reply.status, body: parseJson(await reply.text()) };
}

/** The clinic's own word. A gateway that has no clinic to ask says 404, too. */
const NotFound = z.object({ code: z.literal('not_found') });

/** Asks the clinic for a code; `away` where nothing came, or what came is not its own. */
export async function askFor(code: string): Promise<ClinicResponse> {
  try {
    const { status, body } = await ask(`/verifications/${encodeURIComponent(code)}`);
    if (status === 429) return { type: 'limited' };
    if (status === 404 && NotFound.safeParse(body).success) return { type: 'unknown' };
    const found = Verification.safeParse(body);
    return status === 200 && found.success ? { type: 'found', document: found.data } : { type: 'away' };
  } catch {
    return { type: 'away' }; // No network: the person is told, and can ask again.
  }
}

/** What verifies the signature of a QR; null where it did not come. */
export async function keyOfClinic(): Promise<string | null> {
  try {
    const key = VerificationKey.safeParse((await ask('/verification-key')).body);
    return key.success ? key.data.public_key : null;
  } catch {
    return null; // As above: the person is told.
  }
}
