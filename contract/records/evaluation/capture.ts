import * as z from 'zod/mini';
import { ADDITIONAL_INFO_MAX_LENGTH } from '../../limits.ts';
import { PatientInput } from './patients.ts';
import { Uuid, optionalText } from '../../primitives.ts';
import { MEDIA_TYPES } from '../../vocabulary.ts';

/**
 * POST /evaluations (P3): a known person by `patient_id`, or the person as typed. A typed person whose
 * document the provider already knows is linked to that record, never entered twice.
 */
export const CreateEvaluationBody = z
  .object({
    evaluation_type_id: z.uuid('Seleccione el tipo de evaluación'),
    employer_company_id: z.uuid('Seleccione la empresa empleadora'),
    contractor_company_id: z.pipe(
      z.nullish(Uuid),
      z.transform((id) => id ?? undefined),
    ),
    additional_info: optionalText(ADDITIONAL_INFO_MAX_LENGTH),
    patient_id: z.pipe(
      z.nullish(Uuid),
      z.transform((id) => id ?? undefined),
    ),
    patient: z.pipe(
      z.nullish(PatientInput),
      z.transform((patient) => patient ?? undefined),
    ),
  })
  .check(
    z.refine((body) => (body.patient_id === undefined) !== (body.patient === undefined), {
      path: ['patient'],
      message: 'Envía el paciente o su identificador, uno de los dos.',
    }),
  );
export type CreateEvaluationBody = z.infer<typeof CreateEvaluationBody>;

export const CreatedEvaluation = z.object({ id: Uuid });
export type CreatedEvaluation = z.infer<typeof CreatedEvaluation>;

/** A photo or a signature of an evaluation. `received_sha256` (hex) is the digest of the bytes as the tablet sent them. */
export const Media = z.object({
  id: Uuid,
  type: z.enum(MEDIA_TYPES),
  storage_path: z.string(),
  received_sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /**
   * Ours: what a signature says of itself, `KeptStatement`; left out where the tablet told nothing. It is parsed where it is
   * shown: what a later version says must not keep anybody from the evaluation.
   */
  statement: z.optional(z.record(z.string(), z.unknown())),
  /** Ours: true of a signature that came without a text that was accepted, though the clinic had one by then. */
  without_text: z.optional(z.boolean()),
});
export type Media = z.infer<typeof Media>;

export const Attachment = z.object({ id: Uuid, original_name: z.string(), storage_path: z.string() });
export type Attachment = z.infer<typeof Attachment>;

/** The text fields of the multipart body of POST /evaluations/{id}/media; the part `file` carries the picture. */
export const MediaFields = z.object({ type: z.enum(MEDIA_TYPES) });
