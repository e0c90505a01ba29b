import * as z from 'zod/mini';
import { ADDITIONAL_INFO_MAX_LENGTH } from '../../limits.ts';
import { PatientInput } from './patients.ts';
import { Uuid, nullAsMissing, optionalText } from '../../primitives.ts';
import { MEDIA_TYPES } from '../../vocabulary.ts';

/**
 * POST /evaluations (P3): a known patient by `patient_id`, or the patient's typed data. When the server already knows the typed
 * document, it uses the existing patient and never creates that patient twice.
 */
export const CreateEvaluationBody = z
  .object({
    evaluation_type_id: z.uuid('Seleccione el tipo de evaluación'),
    employer_company_id: z.uuid('Seleccione la empresa empleadora'),
    contractor_company_id: nullAsMissing(Uuid),
    additional_info: optionalText(ADDITIONAL_INFO_MAX_LENGTH),
    patient_id: nullAsMissing(Uuid),
    patient: nullAsMissing(PatientInput),
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

/** Photo or signature of an evaluation. `received_sha256` (hex) is the digest of the bytes as the tablet sent them. */
export const Media = z.object({
  id: Uuid,
  type: z.enum(MEDIA_TYPES),
  storage_path: z.string(),
  received_sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /**
   * Extension of the base contract: `KeptStatement` of a signature; absent when the tablet sent none. Only the screen that
   * shows the statement parses it, so that a later version's format does not block the evaluation.
   */
  statement: z.optional(z.record(z.string(), z.unknown())),
  /**
   * Extension of the base contract: true for a signature that arrived without an accepted text although the clinic already had
   * one.
   */
  without_text: z.optional(z.boolean()),
});
export type Media = z.infer<typeof Media>;

export const Attachment = z.object({ id: Uuid, original_name: z.string(), storage_path: z.string() });
export type Attachment = z.infer<typeof Attachment>;

/** Text fields of the multipart body of POST /evaluations/{id}/media; the part `file` contains the image. */
export const MediaFields = z.object({ type: z.enum(MEDIA_TYPES) });
