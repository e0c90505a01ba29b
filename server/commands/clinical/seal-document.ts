import { bogotaDay } from '#domain/time/clock.ts';
import { shownCode } from '#domain/verification/code.ts';
import { fingerprintOf } from '#domain/verification/fingerprint.ts';
import { sealedText, writeFragment, writePayload } from '#domain/verification/seal.ts';
import { documentEnding, maskedName } from '#domain/verification/stranger.ts';
import { verdictOf } from '../../closing/verdict.ts';
import type { Database } from '../../database/connection/client.ts';
import type { ReportInput } from '../../reports/input/input.ts';
import { verificationKey } from './verification-key.ts';

/** The address that QRs begin with; a code follows. */
export const verificationPage = ({ origin }: URL): string => `${origin}/v/`;

/** Where its documents are verified, as people type it. */
const addressOf = ({ host }: URL, code: string): string => `${host}/v/${shownCode(code)}`;

/**
 * What a document says of how it is verified; null for a closing of before. Without the address that people use there is
 * no QR, for it would lead nowhere.
 */
export async function sealDocument(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: URL | null },
  { closing, content_sha256 }: Pick<ReportInput, 'closing' | 'content_sha256'>,
): Promise<ReportInput['verification']> {
  if (!closing.document) return null;
  const { number, code } = closing.document;
  const printed = { number, code: shownCode(code) };
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
  const fragment = writeFragment(payload, sign(sealedText(code, payload)));
  return {
    ...printed,
    online: { address: addressOf(publicUrl, code), qr: `${verificationPage(publicUrl)}${code}#${fragment}` },
  };
}
