import * as z from 'zod/mini';
import {
  DOCUMENT_NUMBER_MAX_LENGTH,
  NAME_MAX_LENGTH,
  TEXT_VERSION_MAX_LENGTH,
  WITNESS_DETAIL_MAX_LENGTH,
} from '../../limits.ts';
import { Instant, Uuid, nullableText, requiredPersonName, requiredLine } from '../../primitives.ts';
import { IDENTIFICATION_TYPES } from '../../vocabulary.ts';
import { WITNESS_REASONS } from '../../witness.ts';

/** Identifies the text that the patient read on the screen: name of its version, and SHA-256 of its UTF-8 bytes (hex). */
export const SignedText = z.object({
  version: requiredLine('Falta la versión del texto.', TEXT_VERSION_MAX_LENGTH),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'No es una huella SHA-256.')),
});
export type SignedText = z.infer<typeof SignedText>;

export const Witness = z
  .object({
    reason: z.enum(WITNESS_REASONS),
    /** Explanation of the reason; required for the reason 'otra'. */
    detail: nullableText(WITNESS_DETAIL_MAX_LENGTH),
    name: requiredPersonName('Falta el nombre del testigo.', NAME_MAX_LENGTH),
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: requiredLine('Falta el documento del testigo.', DOCUMENT_NUMBER_MAX_LENGTH),
  })
  .check(
    z.refine(({ reason, detail }) => reason !== 'otra' || detail !== null, {
      path: ['detail'],
      message: 'Falta decir por qué.',
    }),
  );
export type Witness = z.infer<typeof Witness>;

/**
 * Extension of the base contract: text, time, device and signer of a signature, stored by the tablet at signing. The upload of
 * the signature contains it as JSON in `X-Signature-Statement`.
 */
export const SignatureStatement = z
  .object({
    /** Time when the patient accepted the text, on the server's clock (S15). */
    signed_at: Instant,
    device_id: Uuid,
    /** Null when the clinic had no text to accept. */
    text: z.nullable(SignedText),
    /** Null when the patient signed personally. */
    witness: z.nullable(Witness),
  })
  .check(z.refine(({ text, witness }) => text !== null || witness !== null, 'No dice nada.'));
export type SignatureStatement = z.infer<typeof SignatureStatement>;

/**
 * Signing statement in a response. `words` is the text that the patient accepted; null when the server never received that
 * text.
 */
export const StoredStatement = z.object({
  signed_at: Instant,
  device_id: Uuid,
  text: z.nullable(z.extend(SignedText, { words: z.nullable(z.string()) })),
  witness: z.nullable(Witness),
});
export type StoredStatement = z.infer<typeof StoredStatement>;
