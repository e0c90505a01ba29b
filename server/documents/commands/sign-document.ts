import { bogotaDay } from '#domain/time/clock.ts';
import { formatVerificationCode } from '#domain/verification/code.ts';
import { shortFingerprintOf } from '#domain/verification/fingerprint.ts';
import {
  documentTextToSign,
  formatQrFragment,
  encodeDocumentQrData,
} from '#domain/verification/document-signature.ts';
import { lastDocumentCharacters, maskedName } from '#domain/verification/masked-name.ts';
import { verdictClassOfVersion } from '../content/verdict.ts';
import type { Database } from '../../platform/database/connection/client.ts';
import type { ReportInput } from '../reports/input/input.ts';
import { ensureDocumentKeyPair } from './verification-key.ts';

/** Returns the start of the address in QR codes; the verification code follows it. */
export const verificationUrlPrefix = ({ origin }: URL): string => `${origin}/v/`;

/** Returns the verification address of a document in the short form that users type. */
const shortVerificationAddress = ({ host }: URL, code: string): string =>
  `${host}/v/${formatVerificationCode(code)}`;

/**
 * Returns the verification data to print on a document; null for a version that was signed before documents had numbers. Omits
 * the QR code if the server has no public address, because the code would lead nowhere.
 */
export async function createPrintedVerification(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: URL | null },
  { closing, content_sha256 }: Pick<ReportInput, 'closing' | 'content_sha256'>,
): Promise<ReportInput['verification']> {
  if (!closing.document) return null;
  const { number, code } = closing.document;
  const printed = { number, code: formatVerificationCode(code) };
  if (!publicUrl) return { ...printed, online: null };
  const payload = encodeDocumentQrData({
    number,
    day: bogotaDay(Date.parse(closing.closed_at)),
    ending: lastDocumentCharacters(closing.patient),
    verdict: verdictClassOfVersion(closing),
    fingerprint: shortFingerprintOf(content_sha256),
    patient: maskedName(closing.patient),
  });
  const { sign } = await ensureDocumentKeyPair(db);
  const fragment = formatQrFragment(payload, sign(documentTextToSign(code, payload)));
  return {
    ...printed,
    online: {
      address: shortVerificationAddress(publicUrl, code),
      qr: `${verificationUrlPrefix(publicUrl)}${code}#${fragment}`,
    },
  };
}
