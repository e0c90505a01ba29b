import type { SignedVersionContent } from '../../signed-versions/signed-version.ts';
import type { Clarification } from '#contract/records/evaluation/evaluations.ts';
import type { LegalTexts } from './legal-texts.ts';

/** Letterhead data of the branch at the time when the document is requested. */
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
  /** PNG or JPEG bytes. */
  readonly logo: Uint8Array | null;
}

/** PNG or JPEG bytes, as they are stored. */
export interface ReportPictures {
  readonly patient_photo: Uint8Array | null;
  readonly patient_signature: Uint8Array | null;
  readonly doctor_signature: Uint8Array | null;
  /** Signatures of workers for received documents, by version. */
  readonly receipt_signatures: readonly { readonly version: number; readonly picture: Uint8Array }[];
}

/** Document receipt of one version. */
interface PrintedReceipt {
  /** Values of HANDED_ITEMS. */
  readonly items: readonly string[];
  /** ISO instant. */
  readonly at: string;
  readonly handed_by: string;
  /** Patient as signed in the version that was handed over; a later version may have another patient. */
  readonly patient: SignedVersionContent['patient'];
}

/** Upper limit of the versions that the history names; older ones are left out. */
export const PRINTED_VERSIONS_MAX = 20;

/** State of a signed version at the time of the request, as read from the tables. Only the history prints it. */
export interface PrintedVersion {
  readonly version: number;
  /** Document number; null for a version signed before documents had numbers. */
  readonly number: string | null;
  /** ISO instant. */
  readonly closed_at: string;
  readonly receipt: PrintedReceipt | null;
  /**
   * Reopening that followed this version. Null for the printed version, and for a reopening from before reasons were stored.
   */
  readonly reopened: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
}

/** Data with which the holder of the paper verifies the document. */
export interface PrintedVerification {
  readonly number: string;
  /** Verification code, divided into groups of letters. */
  readonly code: string;
  /** Null when the clinic has no public address; the document then has no QR code. */
  readonly online: {
    /** Address as users type it. */
    readonly address: string;
    /** Content of the QR code: the address, followed by the signed facts. */
    readonly qr: string;
  } | null;
}

/** Clarification of a signed version, with the number of that version. */
export type WrittenClarification = Clarification & { readonly version: number };

/** Complete input of a document. It is passed to a worker thread, so it is plain data. */
export interface ReportInput {
  readonly closing: SignedVersionContent;
  /** Hex SHA-256 of the canonical content of the signed version. */
  readonly content_sha256: string;
  /** True if the patient signed without reading a text although the clinic had one; the history states this. */
  readonly is_without_text: boolean;
  /** Clarifications of this signed version and of earlier ones; only the history prints them. */
  readonly clarifications: readonly WrittenClarification[];
  /** Null for a version that was signed before versions had numbers. */
  readonly verification: PrintedVerification | null;
  readonly branding: Letterhead;
  readonly pictures: ReportPictures;
  /** User who requested this document and time of the request (ISO instant); printed on each page of the history. */
  readonly request: { readonly by: string; readonly at: string };
  readonly legal: LegalTexts;
  /** The printed version and the versions before it, oldest first; at most PRINTED_VERSIONS_MAX. */
  readonly versions: readonly PrintedVersion[];
}

export {
  DOCUMENT_KINDS as REPORT_KINDS,
  type DocumentKind as ReportKind,
} from '#domain/evaluation/document-name.ts';
