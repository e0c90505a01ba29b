import type { VerificationInput } from '#domain/verification/scan.ts';
import type { VerificationChecks, ClinicResponse, QrCheck } from '#domain/verification/verdict.ts';
import { verifyQrFragment } from '#verification/verify-signature.ts';
import { isNotFoundResponse } from '../../api/not-found.ts';
import { backgroundClient } from '../../api/api-client.ts';
import { tolerateFullDiskIfOpened } from '../../api/tolerate-full-disk.ts';
import { refreshVerificationKey, readVerificationKey } from './verification-key.ts';

async function requestVerification(code: string): Promise<ClinicResponse> {
  const reply = await backgroundClient.call('verifyDocument', { params: { code } });
  if (reply.type === 'ok') return { type: 'found', document: reply.body };
  if (reply.type === 'error' && reply.refusal.status === 429) return { type: 'limited' };
  return { type: isNotFoundResponse(reply) ? 'unknown' : 'away' };
}

async function verifyQrSignature(
  { code, fragment }: VerificationInput,
  publicKey: string | null,
): Promise<QrCheck> {
  if (fragment === '') return { type: 'none' };
  return publicKey === null ? { type: 'no_key' } : verifyQrFragment(code, fragment, publicKey);
}

const findUnexpectedHost = ({ host }: VerificationInput, page: string | null): string | null =>
  host !== null && page !== null && host.toLowerCase() !== new URL(page).host ? host : null;

/**
 * Checks the verification code and the QR code's signature; offline only the signature. `no_key`: the device has never received
 * the clinic's key.
 */
export async function verifyScannedDocument(scan: VerificationInput): Promise<VerificationChecks> {
  const response = await requestVerification(scan.code);
  if (response.type !== 'away') await tolerateFullDiskIfOpened(true, refreshVerificationKey());
  const key = await readVerificationKey();
  return {
    qr: await verifyQrSignature(scan, key?.publicKey ?? null),
    response,
    strangeHost: findUnexpectedHost(scan, key?.page ?? null),
  };
}
