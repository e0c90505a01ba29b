import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { Scan } from '#domain/verification/scan.ts';
import { type SealVerdict, verifySeal } from '#verification/verify-seal.ts';
import { saysNotFound } from '../api/not-found.ts';
import { callProvider } from '../api/remote.ts';
import { tolerateFullDisk } from '../api/tolerate-full-disk.ts';
import { learnVerificationKey, readVerificationKey } from './verification-key.ts';

/** What is said of a document by the signature in its QR, which needs no network. `no_key`: this device never had the clinic's. */
export type QrVerdict = SealVerdict | { readonly type: 'no_key' };
/** What the clinic's provider says of its code. */
type ProviderWord =
  | { readonly type: 'found'; readonly document: Verification }
  | { readonly type: 'unknown' | 'limited' | 'away' };

export interface CheckedDocument {
  readonly qr: QrVerdict;
  readonly provider: ProviderWord;
  /** The host that the QR leads to, where it is none of the clinic's. */
  readonly strangeHost: string | null;
}

async function askProvider(code: string): Promise<ProviderWord> {
  const answer = await callProvider('verifyDocument', { params: { code } });
  if (answer.type === 'ok') return { type: 'found', document: answer.body };
  if (answer.type === 'error' && answer.refusal.status === 429) return { type: 'limited' };
  return { type: saysNotFound(answer) ? 'unknown' : 'away' };
}

async function qrVerdict({ code, fragment }: Scan, publicKey: string | null): Promise<QrVerdict> {
  if (fragment === '') return { type: 'none' };
  return publicKey === null ? { type: 'no_key' } : verifySeal(code, fragment, publicKey);
}

const strangeHost = ({ host }: Scan, page: string | null): string | null =>
  host !== null && page !== null && host.toLowerCase() !== new URL(page).host ? host : null;

/** Without network the signature alone is looked at. */
export async function checkDocument(scan: Scan): Promise<CheckedDocument> {
  const provider = await askProvider(scan.code);
  if (provider.type !== 'away') await tolerateFullDisk(true, learnVerificationKey());
  const key = await readVerificationKey();
  return {
    qr: await qrVerdict(scan, key?.publicKey ?? null),
    provider,
    strangeHost: strangeHost(scan, key?.page ?? null),
  };
}
