import * as z from 'zod/mini';
import { DateOnly } from '../../primitives.ts';
import { DOCUMENT_STATES, VERDICT_CLASSES } from '../../vocabulary.ts';

/** Any text: one that is no code is a code that nothing has. */
export const VerificationParams = z.object({ code: z.string() });

/**
 * GET /verifications/{code}: what the public page shows to the holder of a document. It contains no text of a doctor and no patient's name;
 * the issuer and the doctor are named, so that the holder can compare them with the paper.
 */
export const Verification = z.object({
  issuer: z.object({ clinic: z.string(), nit: z.nullable(z.string()), branch: z.string() }),
  doctor: z.object({ name: z.string(), license_number: z.string() }),
  number: z.string(),
  /** In groups, as printed. */
  code: z.string(),
  /** Bogotá's day of the signature. */
  closed_on: DateOnly,
  evaluation_type: z.string(),
  company: z.string(),
  /** `A*** G***` */
  patient: z.string(),
  /** The last three letters of the document. */
  document_ending: z.string(),
  verdict: z.enum(VERDICT_CLASSES),
  /** Whether the version was signed before doctors chose a class: an older QR may state one, which was guessed from text. */
  predates_choice: z.boolean(),
  state: z.enum(DOCUMENT_STATES),
  /** Of the version that replaces it, where that has a number. */
  replaced_by: z.nullable(z.string()),
  /** The beginning of the closing's SHA-256, as printed. */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  /** Of the concept's file; null until it has been made. */
  concept_sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type Verification = z.infer<typeof Verification>;

/** GET /verification-key: what verifies the signature of a QR. */
export const VerificationKey = z.object({
  algorithm: z.literal('Ed25519'),
  /** 32 bytes, base64url. */
  public_key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** Where documents of the clinic are verified, as their QR begins: a code belongs behind it. Null without an address that people use. */
  page: z.optional(z.nullable(z.string().check(z.regex(/^https?:\/\/\S+$/)))),
});
export type VerificationKey = z.infer<typeof VerificationKey>;
