import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { DocumentState } from '#contract/vocabulary.ts';
import type { SignedQrData } from './document-signature.ts';
import { matchesDocument } from './shown.ts';

/**
 * Result of checking a QR code with the clinic's public key. `none`: the user gave only a code. `no_key`: the device does not
 * have the key.
 */
export type QrCheck =
  | { readonly type: 'none' | 'no_key' | 'unsupported' | 'forged' }
  | { readonly type: 'signed'; readonly facts: SignedQrData };

/** Reason why the clinic's server gave no information about a code: rate limit, or no response. */
type NoVerificationReason = 'limited' | 'away';

export type ClinicResponse =
  | { readonly type: 'found'; readonly document: Verification }
  | { readonly type: 'unknown' | NoVerificationReason };

export interface VerificationChecks {
  readonly response: ClinicResponse;
  readonly qr: QrCheck;
  /** Host in the address of the QR code if this host is not the clinic's; otherwise null. */
  readonly strangeHost: string | null;
}

/** Result of verifying a document. Only `valid` may be shown as a success. */
export type VerificationOutcome =
  /** The QR code leads to a host that is not the clinic's. */
  | { readonly type: 'elsewhere'; readonly host: string; readonly document: Verification | null }
  | {
      readonly type: 'forged';
      readonly by: 'signature' | 'facts';
      readonly document: Verification | null;
    }
  | { readonly type: 'unknown'; readonly by: 'qr' | 'code' }
  | {
      readonly type: 'ended';
      readonly state: Exclude<DocumentState, 'vigente'>;
      readonly document: Verification;
    }
  /** The document is valid, but the signature in its QR code could not be checked. */
  | {
      readonly type: 'unchecked';
      readonly qr: 'no_key' | 'unsupported';
      readonly document: Verification;
    }
  | { readonly type: 'valid'; readonly by: 'qr' | 'code'; readonly document: Verification }
  /** The QR code has the clinic's signature, but the clinic's server did not report whether the document is still valid. */
  | { readonly type: 'unconfirmed'; readonly silence: NoVerificationReason; readonly facts: SignedQrData }
  | {
      readonly type: 'unavailable';
      readonly silence: NoVerificationReason;
      readonly qr: 'none' | 'no_key' | 'unsupported';
    };

function outcomeOfDocument(document: Verification, qr: QrCheck): VerificationOutcome {
  if (qr.type === 'forged') return { type: 'forged', by: 'signature', document };
  if (qr.type === 'signed' && !matchesDocument(qr.facts, document))
    return { type: 'forged', by: 'facts', document };
  if (document.state !== 'vigente') return { type: 'ended', state: document.state, document };
  switch (qr.type) {
    case 'none':
      return { type: 'valid', by: 'code', document };
    case 'signed':
      return { type: 'valid', by: 'qr', document };
    case 'no_key':
    case 'unsupported':
      return { type: 'unchecked', qr: qr.type, document };
  }
}

function outcomeOfQrAlone(qr: QrCheck, silence: NoVerificationReason): VerificationOutcome {
  switch (qr.type) {
    case 'forged':
      return { type: 'forged', by: 'signature', document: null };
    case 'signed':
      return { type: 'unconfirmed', silence, facts: qr.facts };
    case 'none':
    case 'no_key':
    case 'unsupported':
      return { type: 'unavailable', silence, qr: qr.type };
  }
}

/**
 * Returns the result of a verification, for the public page and the app. The most serious finding wins, so that a page shows
 * one result only.
 */
export function verificationOutcomeOf({
  response,
  qr,
  strangeHost: host,
}: VerificationChecks): VerificationOutcome {
  const document = response.type === 'found' ? response.document : null;
  if (host !== null) return { type: 'elsewhere', host, document };
  switch (response.type) {
    case 'found':
      return outcomeOfDocument(response.document, qr);
    case 'unknown':
      // A valid signature is not mentioned when the code does not exist, because mentioning it would make a forged document
      // look genuine.
      return { type: 'unknown', by: qr.type === 'none' ? 'code' : 'qr' };
    case 'limited':
    case 'away':
      return outcomeOfQrAlone(qr, response.type);
  }
}
