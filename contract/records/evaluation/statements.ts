import * as z from 'zod/mini';
import {
  DOCUMENT_MAX_LENGTH,
  NAME_MAX_LENGTH,
  TEXT_VERSION_MAX_LENGTH,
  WITNESS_DETAIL_MAX_LENGTH,
} from '../../limits.ts';
import { Instant, Uuid, nullableText, requiredName, requiredText } from '../../primitives.ts';
import { IDENTIFICATION_TYPES } from '../../vocabulary.ts';
import { WITNESS_REASONS } from '../../witness.ts';

/** Which words were on the screen: the clinic's own name for them, and the SHA-256 of their UTF-8 bytes (hex). */
export const SignedText = z.object({
  version: requiredText('Falta la versión del texto.', TEXT_VERSION_MAX_LENGTH),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'No es una huella SHA-256.')),
});
export type SignedText = z.infer<typeof SignedText>;

/** Who signed in the place of a person who cannot, and why. */
export const Witness = z
  .object({
    reason: z.enum(WITNESS_REASONS),
    /** In words; not missing for 'otra'. */
    detail: nullableText(WITNESS_DETAIL_MAX_LENGTH),
    name: requiredName('Falta el nombre del testigo.', NAME_MAX_LENGTH),
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: requiredText('Falta el documento del testigo.', DOCUMENT_MAX_LENGTH),
  })
  .check(
    z.refine(({ reason, detail }) => reason !== 'otra' || detail !== null, {
      path: ['detail'],
      message: 'Falta decir por qué.',
    }),
  );
export type Witness = z.infer<typeof Witness>;

/**
 * Ours: what was signed, when, on which device and by whom, as the tablet kept it with the signature. It travels beside the upload
 * as JSON in `X-Signature-Statement`.
 */
export const SignatureStatement = z
  .object({
    /** When it was accepted, corrected to the provider's clock (S15). */
    signed_at: Instant,
    /** The device where it was, by its own id. */
    device_id: Uuid,
    /** Null where the clinic had no text: then nothing was read. */
    text: z.nullable(SignedText),
    /** Null where the person themself signed. */
    witness: z.nullable(Witness),
  })
  .check(z.refine(({ text, witness }) => text !== null || witness !== null, 'No dice nada.'));
export type SignatureStatement = z.infer<typeof SignatureStatement>;

/** The same as it is read back: `words` is what the text says, null where the provider never had that text. */
export const KeptStatement = z.object({
  signed_at: Instant,
  device_id: Uuid,
  text: z.nullable(z.extend(SignedText, { words: z.nullable(z.string()) })),
  witness: z.nullable(Witness),
});
export type KeptStatement = z.infer<typeof KeptStatement>;
