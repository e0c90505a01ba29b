import * as z from 'zod/mini';
import { ADDITIONAL_INFO_MAX_LENGTH, EVALUATIONS_PAGE_SIZE, PAGE_SIZE_MAX } from '../limits.ts';
import { Patient, PatientData, PatientInput } from './patients.ts';
import { DateOnly, Instant, Uuid, optionalText } from '../primitives.ts';
import {
  DOCUMENT_STATES,
  EVALUATION_STATUSES,
  IDENTIFICATION_TYPES,
  MEDIA_TYPES,
  NOTE_TYPES,
} from '../vocabulary.ts';

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
});
export type Media = z.infer<typeof Media>;

const CodeAndName = z.object({ name: z.string(), code: z.string() });
const Reference = z.extend(CodeAndName, { id: Uuid });

export const EvaluationListItem = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  patient: z.object({
    full_name: z.string(),
    identification_type: z.enum(IDENTIFICATION_TYPES),
    identification_number: z.string(),
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: z.nullable(CodeAndName),
});
export type EvaluationListItem = z.infer<typeof EvaluationListItem>;
export const EvaluationList = z.object({
  items: z.array(EvaluationListItem),
  total: z.int().check(z.minimum(0)),
});
export type EvaluationList = z.infer<typeof EvaluationList>;

/**
 * `status` is a comma list; without it the open ones (pendiente, en_proceso). `from` and `to` are Bogotá days, both included.
 * `direction` is ours: by start, `asc` for who waits longest first. The newest come first without it.
 */
export const EvaluationsQuery = z.object({
  status: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((list) =>
          list
            .split(',')
            .map((status) => status.trim())
            .filter(Boolean),
        ),
      ),
      z.array(z.enum(EVALUATION_STATUSES)),
    ),
  ),
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  employer_company_id: z.optional(Uuid),
  contractor_company_id: z.optional(Uuid),
  from: z.optional(DateOnly),
  to: z.optional(DateOnly),
  direction: z.optional(z.enum(['asc', 'desc'])),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
  page_size: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_SIZE_MAX)),
    EVALUATIONS_PAGE_SIZE,
  ),
});
export type EvaluationsQuery = z.output<typeof EvaluationsQuery>;

export const Attachment = z.object({ id: Uuid, original_name: z.string(), storage_path: z.string() });
export type Attachment = z.infer<typeof Attachment>;
export const ExamOrder = z.object({
  id: Uuid,
  exam: Reference,
  updated_at: Instant,
  result_notes: z.nullable(z.string()),
  attachments: z.array(Attachment),
});
export type ExamOrder = z.infer<typeof ExamOrder>;
export const Note = z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() });

export type Note = z.infer<typeof Note>;

/** Ours: what a worker signed for. One that a later version knows is shown as nothing. */
export const Receipt = z.object({
  items: z.array(z.string()),
  received_at: Instant,
  /** Who handed it over. */
  handed_by: z.string(),
});

/** Ours: a note beside a closed evaluation. */
export const Clarification = z.object({ content: z.string(), at: Instant, by: z.string() });
export type Clarification = z.infer<typeof Clarification>;

/** Ours: one closing of an evaluation, as its documents name it. */
export const Closing = z.object({
  version: z.int().check(z.minimum(1)),
  closed_at: Instant,
  doctor_name: z.string(),
  /** Null for a closing of before there were numbers. */
  number: z.nullable(z.string()),
  /** In groups, as printed; null with the number. */
  code: z.nullable(z.string()),
  state: z.enum(DOCUMENT_STATES),
  receipt: z.nullish(Receipt),
  /** Whose session signed where they are not the doctor: as another one, or as a user who is none. */
  signed_by: z.optional(z.nullable(z.string())),
  /** Null while nobody has opened it again; the reason is null from a client of the base contract. */
  reopened: z.optional(z.nullable(z.object({ at: Instant, by: z.string(), reason: z.nullable(z.string()) }))),
  /** In the order in which they were written. */
  clarifications: z.optional(z.array(Clarification)),
});
export type Closing = z.infer<typeof Closing>;

export const Evaluation = z.object({
  id: Uuid,
  status: z.enum(EVALUATION_STATUSES),
  started_at: Instant,
  closed_at: z.nullable(Instant),
  additional_info: z.nullable(z.string()),
  patient: Patient,
  evaluation_type: Reference,
  employer_company: Reference,
  contractor_company: z.nullable(Reference),
  doctor: z.nullable(z.object({ id: Uuid, name: z.string() })),
  exam_orders: z.array(ExamOrder),
  notes: z.array(Note),
  media: z.array(Media),
  /** Ours: how often it has been closed; the number that the last documents carry. 0 before the first closing. */
  version: z.optional(z.int().check(z.minimum(0))),
  /** Ours: its closings, the newest first. */
  closings: z.optional(z.array(Closing)),
  /** Ours: pictures that the desk confirmed and that still wait on some tablet. */
  pending_media: z.optional(z.array(z.enum(MEDIA_TYPES))),
  /**
   * Ours, while it is open: what of the person was otherwise when the evaluation was registered. Another registration changed
   * it since, perhaps in another branch.
   */
  patient_was: z.optional(PatientData),
});
export type Evaluation = z.infer<typeof Evaluation>;

/** The text fields of the multipart body of POST /evaluations/{id}/media; the part `file` carries the picture. */
export const MediaFields = z.object({ type: z.enum(MEDIA_TYPES) });
