import { bogotaDay } from '#domain/time/clock.ts';
import { formatCode } from '#domain/verification/code.ts';
import { fingerprintOf } from '#domain/verification/fingerprint.ts';
import { textToSign, writeFragment, writePayload } from '#domain/verification/seal.ts';
import { documentEnding, maskedName } from '#domain/verification/stranger.ts';
import { verdictOf } from '../../closing/verdict.ts';
import type { Database } from '../../database/connection/client.ts';
import type { ReportInput } from '../../reports/input/input.ts';
import { verificationKey } from './verification-key.ts';

/** Returns the address with which QRs begin; a code follows. */
export const verificationPage = ({ origin }: URL): string => `${origin}/v/`;

/** Returns the address of a document's verification, as users type it. */
const addressOf = ({ host }: URL, code: string): string => `${host}/v/${formatCode(code)}`;

/**
 * Returns the verification data that a document prints; null for a version signed before documents had a number. The QR is
 * omitted without a public address, because it would lead nowhere.
 */
export async function signDocument(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: URL | null },
  { closing, content_sha256 }: Pick<ReportInput, 'closing' | 'content_sha256'>,
): Promise<ReportInput['verification']> {
  if (!closing.document) return null;
  const { number, code } = closing.document;
  const printed = { number, code: formatCode(code) };
  if (!publicUrl) return { ...printed, online: null };
  const payload = writePayload({
    number,
    day: bogotaDay(Date.parse(closing.closed_at)),
    ending: documentEnding(closing.patient),
    verdict: verdictOf(closing),
    fingerprint: fingerprintOf(content_sha256),
    patient: maskedName(closing.patient),
  });
  const { sign } = await verificationKey(db);
  const fragment = writeFragment(payload, sign(textToSign(code, payload)));
  return {
    ...printed,
    online: { address: addressOf(publicUrl, code), qr: `${verificationPage(publicUrl)}${code}#${fragment}` },
  };
}
