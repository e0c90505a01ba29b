import * as z from 'zod/mini';
import { DateOnly } from '../../primitives.ts';
import { DOCUMENT_STATES, VERDICT_CLASSES } from '../../vocabulary.ts';

/** Code of a document. Any text is accepted: a malformed code is treated as an unknown code. */
export const VerificationParams = z.object({ code: z.string() });

/**
 * GET /verifications/{code}: data that the public page shows to the holder of a document. It contains no text of a doctor and
 * no patient's name; it names the issuer and the doctor, so that the holder can compare them with the printed document.
 */
export const Verification = z.object({
  issuer: z.object({ clinic: z.string(), nit: z.nullable(z.string()), branch: z.string() }),
  doctor: z.object({ name: z.string(), license_number: z.string() }),
  number: z.string(),
  /** Code in groups, as printed. */
  code: z.string(),
  /** Day of the signature in Bogotá. */
  closed_on: DateOnly,
  evaluation_type: z.string(),
  company: z.string(),
  /** Masked name: `A*** G***` */
  patient: z.string(),
  /** Last three characters of the document number. */
  document_ending: z.string(),
  verdict: z.enum(VERDICT_CLASSES),
  /**
   * True when the version was signed before doctors chose an aptitude class: its QR code may contain a class that software
   * guessed from the doctor's text.
   */
  predates_choice: z.boolean(),
  state: z.enum(DOCUMENT_STATES),
  /** Number of the version that replaces it, when that version has one. */
  replaced_by: z.nullable(z.string()),
  /** First characters of the signed version's SHA-256, as its documents print them. */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  /** SHA-256 of the concept's file; null until the file has been generated. */
  concept_sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type Verification = z.infer<typeof Verification>;

/** GET /verification-key: public key for the document signature in a QR. */
export const VerificationKey = z.object({
  algorithm: z.literal('Ed25519'),
  /** 32 bytes, base64url. */
  public_key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /**
   * Base address of the verification page, as the QR codes of the clinic contain it; the code is appended. Null without a
   * public address.
   */
  page: z.optional(z.nullable(z.string().check(z.regex(/^https?:\/\/\S+$/)))),
});
export type VerificationKey = z.infer<typeof VerificationKey>;
