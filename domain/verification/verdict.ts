import type { Verification } from '#contract/records/evaluation/verification.ts';
import type { DocumentState } from '#contract/vocabulary.ts';
import type { SignedFacts } from './document-signature.ts';
import { matchesDocument } from './shown.ts';

/**
 * Result of checking a QR code with the clinic's public key. `none`: the user gave only a code; `no_key`: the device does not
 * have the key.
 */
export type QrCheck =
  | { readonly type: 'none' | 'no_key' | 'unsupported' | 'forged' }
  | { readonly type: 'signed'; readonly facts: SignedFacts };

/** Reason why the clinic's server stated nothing about a code: rate limit or no response. */
type NoStatementReason = 'limited' | 'away';

/** Response of the clinic's server for a code. */
export type ClinicResponse =
  | { readonly type: 'found'; readonly document: Verification }
  | { readonly type: 'unknown' | NoStatementReason };

export interface VerificationChecks {
  readonly response: ClinicResponse;
  readonly qr: QrCheck;
  /** Host of the QR's address if it is not the clinic's; null otherwise. */
  readonly strangeHost: string | null;
}

/** Final statement about a document. Only `valid` may be shown as a success. */
export type VerificationOutcome =
  /** The QR leads to a page that is not the clinic's. */
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
  /** The document is valid, but the signature in its QR code was not checked. */
  | {
      readonly type: 'unchecked';
      readonly qr: 'no_key' | 'unsupported';
      readonly document: Verification;
    }
  | { readonly type: 'valid'; readonly by: 'qr' | 'code'; readonly document: Verification }
  /** The signature is the clinic's, but its server did not report whether the document is still valid. */
  | { readonly type: 'unconfirmed'; readonly silence: NoStatementReason; readonly facts: SignedFacts }
  | {
      readonly type: 'unavailable';
      readonly silence: NoStatementReason;
      readonly qr: 'none' | 'no_key' | 'unsupported';
    };

function verdictOfDocument(document: Verification, qr: QrCheck): VerificationOutcome {
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

function verdictOfQr(qr: QrCheck, silence: NoStatementReason): VerificationOutcome {
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
 * Decides the verdict about a document, for the public page and the app. The gravest finding wins, so that a page never shows
 * two verdicts.
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
      return verdictOfDocument(response.document, qr);
    case 'unknown':
      // Even a valid signature does not help when the code does not exist: mentioning it would only make a forged sheet look
      // genuine.
      return { type: 'unknown', by: qr.type === 'none' ? 'code' : 'qr' };
    case 'limited':
    case 'away':
      return verdictOfQr(qr, response.type);
  }
}
