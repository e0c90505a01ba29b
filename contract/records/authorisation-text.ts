import * as z from 'zod/mini';
import { AUTHORISATION_MAX_LENGTH } from '../limits.ts';
import { Instant, requiredText } from '../primitives.ts';

/** Maximum number of earlier periods in a response. */
export const EARLIER_AUTHORISATIONS_MAX = 20;

const AuthorisationPeriod = z.object({
  /** Name of the text's version; null while patients sign no text. */
  version: z.nullable(z.string()),
  text: z.nullable(z.string()),
  since: Instant,
  /** User who began the period; null if the settings file began it, or if the clinic never had a text. */
  set_by: z.nullable(z.string()),
  /** True if that user stated that the clinic has approved the text. Earlier servers omit it, and did not require it. */
  approved: z.optional(z.boolean()),
});

/** Text that patients sign now, and the texts before it, the newest first. */
export const AuthorisationText = z.extend(AuthorisationPeriod, {
  revision: z.int().check(z.minimum(1)),
  /** True if the settings file of the server sets the text, so that users cannot change it. */
  is_from_file: z.boolean(),
  earlier: z.array(AuthorisationPeriod).check(z.maxLength(EARLIER_AUTHORISATIONS_MAX)),
});
export type AuthorisationText = z.infer<typeof AuthorisationText>;

export const AuthorisationTextBody = z
  .object({
    /** New text; null if patients sign no text from now on. */
    text: z.nullable(requiredText('Escribe el texto que firma el paciente.', AUTHORISATION_MAX_LENGTH)),
    /** True if the user states that the clinic has approved the text. Required with a text. */
    approved: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ text, approved }) => text === null || approved === true, {
      message: 'Marca que la clínica revisó y aprobó el texto.',
      path: ['approved'],
    }),
  );
export type AuthorisationTextBody = z.infer<typeof AuthorisationTextBody>;
