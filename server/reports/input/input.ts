import type { ClosingContent } from '../../closing/closing.ts';
import type { Clarification } from '#contract/records/evaluation/evaluations.ts';
import type { LegalTexts } from './legal-texts.ts';

/** The branch's part of the letterhead, as it is when the document is asked for. */
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
  /** PNG or JPEG. */
  readonly logo: Uint8Array | null;
}

/** PNG or JPEG bytes, as they are kept. */
export interface ReportPictures {
  readonly patient_photo: Uint8Array | null;
  readonly patient_signature: Uint8Array | null;
  readonly doctor_signature: Uint8Array | null;
  /** The workers' signatures for received documents, by version. */
  readonly receipt_signatures: readonly { readonly version: number; readonly picture: Uint8Array }[];
}

/** Delivery of a version's documents to the worker. */
interface PrintedReceipt {
  /** Of HANDED_ITEMS. */
  readonly items: readonly string[];
  /** ISO instant. */
  readonly at: string;
  readonly handed_by: string;
  /** As the version that was handed over was signed: a later one may have another patient. */
  readonly patient: ClosingContent['patient'];
}

/** Upper limit of the versions that the history names; older ones are left out. */
export const PRINTED_VERSIONS_MAX = 20;

/** What the tables know of a version when the document is requested. The history alone prints it. */
export interface PrintedVersion {
  readonly version: number;
  /** Of its document; null for a version signed before documents had numbers. */
  readonly number: string | null;
  /** ISO instant. */
  readonly closed_at: string;
  readonly receipt: PrintedReceipt | null;
  /** Null for the printed version, and for a reopening from before reasons were kept. */
  readonly reopened: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
}

/** How whoever holds the paper verifies it. */
export interface PrintedVerification {
  readonly number: string;
  /** In groups. */
  readonly code: string;
  /** Null where the clinic has no address that people use: then there is nothing to scan. */
  readonly online: {
    /** As people type it. */
    readonly address: string;
    /** What the QR says: the address, with the signed facts behind it. */
    readonly qr: string;
  } | null;
}

/** A note that clarifies a closing, and which closing that is. */
export type WrittenClarification = Clarification & { readonly version: number };

/** All that a document is made of; it crosses to a worker thread, so it is plain data. */
export interface ReportInput {
  readonly closing: ClosingContent;
  /** Hex SHA-256 of the closing's canonical content. */
  readonly content_sha256: string;
  /** Whether the signature stands for no text though the clinic had one; the history says so. */
  readonly is_without_text: boolean;
  /** Written beside this closing and those before it; the history alone prints them. */
  readonly clarifications: readonly WrittenClarification[];
  /** Null for a closing that was made before closings had numbers. */
  readonly verification: PrintedVerification | null;
  readonly branding: Letterhead;
  readonly pictures: ReportPictures;
  /** Who asked for this copy and when (ISO instant): printed on each page of the history. */
  readonly request: { readonly by: string; readonly at: string };
  readonly legal: LegalTexts;
  /** The printed version and the ones before it, the first one first; PRINTED_VERSIONS_MAX at most. */
  readonly versions: readonly PrintedVersion[];
}

export {
  DOCUMENT_KINDS as REPORT_KINDS,
  type DocumentKind as ReportKind,
} from '#domain/evaluation/document-name.ts';
