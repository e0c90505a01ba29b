import * as z from 'zod/mini';
import {
  ADDITIONAL_INFO_MAX_LENGTH,
  CATALOG_CODE_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  PROPOSED_COMPANIES_MAX,
} from '../../limits.ts';
import { AdditionalValues } from './additional-values.ts';
import { PatientInput } from './patients.ts';
import { Uuid, nullAsMissing, nullableText, optionalText, requiredLine } from '../../primitives.ts';
import { MEDIA_TYPES } from '../../vocabulary.ts';

/** Company that a receptionist proposes because the catalogue lacks it. The device makes the id. */
export const ProposedCompany = z.object({
  id: Uuid,
  name: requiredLine('Escribe el nombre de la empresa.', CATALOG_NAME_MAX_LENGTH),
  nit: nullableText(CATALOG_CODE_MAX_LENGTH),
});
export type ProposedCompany = z.infer<typeof ProposedCompany>;
export const ProposedCompanies = z.array(ProposedCompany).check(z.maxLength(PROPOSED_COMPANIES_MAX));

/**
 * Body of POST /evaluations (P3): a known patient by `patient_id`, or the patient's typed data. When a patient with the typed
 * document exists, the server uses that patient and creates no second one.
 */
export const CreateEvaluationBody = z
  .object({
    evaluation_type_id: z.uuid('Seleccione el tipo de evaluación'),
    employer_company_id: z.uuid('Seleccione la empresa empleadora'),
    contractor_company_id: nullAsMissing(Uuid),
    additional_info: optionalText(ADDITIONAL_INFO_MAX_LENGTH),
    /**
     * Extension of the base contract: values of the clinic's own fields. The server accepts values of fields that it does not
     * know or that are inactive, because the definition may have changed after the user confirmed.
     */
    additional_fields: z.optional(AdditionalValues),
    /**
     * Extension of the base contract: companies to which the company ids of this body may refer although the catalogue lacks
     * them. The server creates each one that is referenced, once per id.
     */
    proposed_companies: z.optional(ProposedCompanies),
    /**
     * Extension of the base contract: expected person of the branch who is registered. The server ignores an unknown or
     * malformed id, because the registration matters more than the list.
     */
    expected_person_id: z.optional(z.catch(z.nullish(Uuid), undefined)),
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

/**
 * Companies that the server used in place of proposed ones, because they have the same NIT or an administrator merged the
 * proposal into them.
 */
export const ReplacedCompanies = z.array(z.object({ proposed_id: Uuid, company_id: Uuid, name: z.string() }));
export type ReplacedCompanies = z.infer<typeof ReplacedCompanies>;

export const CreatedEvaluation = z.object({
  id: Uuid,
  /** Extension of the base contract. Absent if the server replaced none. */
  replaced_companies: z.optional(ReplacedCompanies),
});
export type CreatedEvaluation = z.infer<typeof CreatedEvaluation>;

/** Photo or signature of an evaluation. `received_sha256` (hex) is the digest of the bytes that the tablet sent. */
export const Media = z.object({
  id: Uuid,
  type: z.enum(MEDIA_TYPES),
  storage_path: z.string(),
  received_sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /**
   * Extension of the base contract: `KeptStatement` of a signature; absent when the tablet sent none. It is not validated here,
   * so that the format of a later version does not make the whole evaluation unreadable.
   */
  statement: z.optional(z.record(z.string(), z.unknown())),
  /**
   * Extension of the base contract: true for a signature whose signer accepted no text, although the clinic had an
   * authorisation text at the time of signing.
   */
  without_text: z.optional(z.boolean()),
});
export type Media = z.infer<typeof Media>;

export const Attachment = z.object({ id: Uuid, original_name: z.string(), storage_path: z.string() });
export type Attachment = z.infer<typeof Attachment>;

/** Text field of the multipart body of POST /evaluations/{id}/media; the part `file` contains the image. */
export const MediaFields = z.object({ type: z.enum(MEDIA_TYPES) });
