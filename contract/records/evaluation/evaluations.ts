import * as z from 'zod/mini';
import { EVALUATIONS_PAGE_SIZE, PAGE_SIZE_MAX } from '../../limits.ts';
import { Attachment, Media } from './capture.ts';
import { Correction } from './corrections.ts';
import { Decisions } from './decisions.ts';
import { Patient, PatientData } from './patients.ts';
import { DateOnly, Instant, ResponseQueueNumber, Uuid } from '../../primitives.ts';
import {
  APTITUDES,
  DOCUMENT_STATES,
  EVALUATION_STATUSES,
  IDENTIFICATION_TYPES,
  MEDIA_TYPES,
  NOTE_TYPES,
} from '../../vocabulary.ts';

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
    /**
     * Extension of the base contract, for users with manage_evaluations: whole years on the day of the visit; null when the
     * birth date is unknown.
     */
    age: z.catch(z.nullish(z.int()), null),
    /** Extension of the base contract, for users with manage_evaluations: job of the patient; null when none was registered. */
    occupation_name: z.catch(z.nullish(z.string()), null),
  }),
  evaluation_type: CodeAndName,
  employer_company: CodeAndName,
  contractor_company: z.nullable(CodeAndName),
  /** Extension of the base contract: queue number of the patient on the day of the visit; null when none was sent. */
  turn: ResponseQueueNumber,
  /** Extension of the base contract: aptitude that the doctor chose, for a closed evaluation; null without a choice. */
  aptitude: z.catch(z.nullish(z.enum(APTITUDES)), null),
  /** Extension of the base contract: valid signed version of a closed evaluation; null while it is open. */
  closing: z.catch(z.nullish(z.object({ version: z.int(), closed_at: Instant })), null),
});
export type EvaluationListItem = z.infer<typeof EvaluationListItem>;
export const EvaluationList = z.object({
  items: z.array(EvaluationListItem),
  total: z.int().check(z.minimum(0)),
});
export type EvaluationList = z.infer<typeof EvaluationList>;

/**
 * Query of the list. `status` is comma-separated; without it the open evaluations are listed (pendiente, en_proceso). `from`
 * and `to` are days in Bogotá, both included. `direction` is not part of the base contract: `asc` lists the longest waiting
 * patient first; by default the newest evaluation comes first.
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

/** Extension of the base contract: documents that a worker signed for. An item that only a later version knows is not shown. */
export const Receipt = z.object({
  items: z.array(z.string()),
  received_at: Instant,
  /** User who handed the documents over. */
  handed_by: z.string(),
});

/** Extension of the base contract: note added to a closed evaluation. */
export const Clarification = z.object({ content: z.string(), at: Instant, by: z.string() });
export type Clarification = z.infer<typeof Clarification>;

/** Extension of the base contract: signed version of an evaluation with the facts that its documents print. */
export const SignedVersion = z.object({
  version: z.int().check(z.minimum(1)),
  closed_at: Instant,
  doctor_name: z.string(),
  /** Null for a version that was signed before versions had numbers. */
  number: z.nullable(z.string()),
  /** Code in groups, as printed; null when the number is null. */
  code: z.nullable(z.string()),
  state: z.enum(DOCUMENT_STATES),
  /**
   * True when the concept of this version can be downloaded: always for the valid version, for an earlier one only when its
   * bytes were stored.
   */
  has_concept: z.optional(z.boolean()),
  receipt: z.nullish(Receipt),
  /** User who signed, when that user is not the doctor: the user signed as another doctor, or has no linked doctor. */
  signed_by: z.optional(z.nullable(z.string())),
  /** Reopening of this version; null until then. The reason is null when a client of the base contract reopened it. */
  reopened: z.optional(z.nullable(z.object({ at: Instant, by: z.string(), reason: z.nullable(z.string()) }))),
  /** Clarifications in the order in which they were written. */
  clarifications: z.optional(z.array(Clarification)),
});
export type SignedVersion = z.infer<typeof SignedVersion>;

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
  /** Extension of the base contract: decisions of the doctor; absent from a server of the base contract, which stores none. */
  decisions: z.optional(Decisions),
  /** Extension of the base contract: corrections of the registration, in the order in which they were captured. */
  corrections: z.optional(z.array(Correction)),
  /** Extension of the base contract: queue number, as in the list. */
  turn: ResponseQueueNumber,
  /**
   * Extension of the base contract: number of times that the evaluation was signed, printed in its newest documents. 0 before
   * the first signature.
   */
  version: z.optional(z.int().check(z.minimum(0))),
  /** Extension of the base contract: signed versions, the newest first. */
  closings: z.optional(z.array(SignedVersion)),
  /** Extension of the base contract: images that reception confirmed and that have not arrived from the tablet yet. */
  pending_media: z.optional(z.array(z.enum(MEDIA_TYPES))),
  /**
   * Extension of the base contract, for an open evaluation: patient data that had other values when the evaluation was
   * registered. Another registration has changed them since, possibly in another branch.
   */
  patient_was: z.optional(PatientData),
  /**
   * Extension of the base contract, for an open evaluation: the patient's last closed evaluation in this branch and the types
   * of its notes; null without such an evaluation.
   */
  previous_visit: z.optional(
    z.nullable(z.object({ id: Uuid, closed_at: Instant, notes: z.array(z.enum(NOTE_TYPES)) })),
  ),
});
export type Evaluation = z.infer<typeof Evaluation>;
