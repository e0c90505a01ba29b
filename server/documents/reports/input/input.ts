import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { WrittenClarification } from '../../../evaluations/index.ts';
import type { LegalTexts } from '../../../platform/settings/legal-texts.ts';

/** Letterhead of the branch at the time of the request. */
export interface Letterhead {
  readonly company_name: string | null;
  readonly branch_name: string | null;
  readonly nit: string | null;
  readonly habilitation_code: string | null;
  readonly city: string | null;
  readonly address: string | null;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  readonly contact_website: string | null;
  readonly logo: Uint8Array | null;
}

export interface ReportPictures {
  readonly patient_photo: Uint8Array | null;
  readonly patient_signature: Uint8Array | null;
  readonly doctor_signature: Uint8Array | null;
  readonly receipt_signatures: readonly { readonly version: number; readonly picture: Uint8Array }[];
}

interface PrintedReceipt {
  /** Documents that were handed over, as values of RECEIPT_DOCUMENTS. */
  readonly items: readonly string[];
  /** Time of the handover, as ISO instant. */
  readonly at: string;
  readonly handed_by: string;
  /** Patient of the version that was handed over; a later version may have another patient. */
  readonly patient: SignedVersionContent['patient'];
}

/** Maximum number of versions that the history lists; older versions are omitted. */
export const MAX_PRINTED_VERSIONS = 20;

/** Signed version with its current state, which is not part of the signed content. Only the history prints it. */
export interface PrintedVersion {
  readonly version: number;
  /** Document number; null for a version signed before documents had numbers. */
  readonly number: string | null;
  /** Time of signing, as ISO instant. */
  readonly closed_at: string;
  readonly receipt: PrintedReceipt | null;
  /**
   * Reopening of this version. Null for the printed version, and for a version that was reopened before reopenings were
   * recorded. `reason` is null if a base-contract client reopened the version.
   */
  readonly reopened: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
}

export interface PrintedVerification {
  readonly number: string;
  readonly code: string;
  /**
   * Address and QR code for online verification; null if the clinic has no public address, because the QR code would lead
   * nowhere.
   */
  readonly online: {
    readonly address: string;
    /** Content of the QR code: the address, followed by the signed facts. */
    readonly qr: string;
  } | null;
}

/** Complete input for a document. Contains only plain data, because it is sent to a worker thread. */
export interface ReportInput {
  readonly closing: SignedVersionContent;
  /** SHA-256 of the canonical content of the signed version, in hexadecimal form. */
  readonly content_sha256: string;
  /** True if the patient signed without reading a text although the clinic had one. The history states this. */
  readonly is_without_text: boolean;
  /** Clarifications of this signed version and of earlier ones. Only the history prints them. */
  readonly clarifications: readonly WrittenClarification[];
  /** Verification data; null for a version signed before documents had numbers. */
  readonly verification: PrintedVerification | null;
  readonly branding: Letterhead;
  readonly pictures: ReportPictures;
  /** User who requested this document, and time of the request (ISO instant). The history prints both on each page. */
  readonly request: { readonly by: string; readonly at: string };
  readonly legal: LegalTexts;
  /** Printed version and the versions before it, oldest first, at most MAX_PRINTED_VERSIONS. */
  readonly versions: readonly PrintedVersion[];
}

export { DOCUMENT_KINDS as REPORT_KINDS, type DocumentKind as ReportKind } from '#contract/documents.ts';
