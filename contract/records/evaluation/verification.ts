import * as z from 'zod/mini';
import { DateOnly } from '../../primitives.ts';
import { DOCUMENT_STATES, VERDICT_CLASSES } from '../../vocabulary.ts';

/** Verification code in the URL. Any text is valid, because a malformed code gets the same response as an unknown code. */
export const VerificationParams = z.object({ code: z.string() });

/**
 * GET /verifications/{code}: data that the public page shows to the holder of a document. It contains no text of a doctor and
 * no full patient name. It contains the names of issuer and doctor, which the holder compares with the printed document.
 */
export const Verification = z.object({
  issuer: z.object({ clinic: z.string(), nit: z.nullable(z.string()), branch: z.string() }),
  doctor: z.object({ name: z.string(), license_number: z.string() }),
  number: z.string(),
  code: z.string(),
  /** Day of the signature in Bogotá. */
  closed_on: DateOnly,
  evaluation_type: z.string(),
  company: z.string(),
  /** Masked name of the patient: `A*** G***`. */
  patient: z.string(),
  /** Last three characters of the patient's document number. */
  document_ending: z.string(),
  verdict: z.enum(VERDICT_CLASSES),
  /**
   * True when the version was signed before doctors could choose an aptitude class. Its QR code may then contain a class that
   * the software guessed from the doctor's text.
   */
  predates_choice: z.boolean(),
  state: z.enum(DOCUMENT_STATES),
  /** Number of the version that replaces this one; null when it is not replaced or the replacement has no number. */
  replaced_by: z.nullable(z.string()),
  /** First characters of the signed version's SHA-256, as printed in its documents. */
  fingerprint: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  concept_sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type Verification = z.infer<typeof Verification>;

/** GET /verification-key: public key that verifies the document signature in a QR code. */
export const VerificationKey = z.object({
  algorithm: z.literal('Ed25519'),
  /** Ed25519 public key: 32 bytes in base64url. */
  public_key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /**
   * Base address of the verification page, which the QR codes contain in front of the verification code. Null without a public
   * address.
   */
  page: z.optional(z.nullable(z.string().check(z.regex(/^https?:\/\/\S+$/)))),
});
export type VerificationKey = z.infer<typeof VerificationKey>;
